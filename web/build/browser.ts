// Chromium for the scripts that take pictures: $CHROME, else the system's.
import { chromium } from 'playwright-core'

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROME ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
