// Keys and certificates for the wallets of phones, made by openssl, as Apple and Google would give them out.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PASS_TYPE = 'pass.example.sixfold.ticket'
const TEAM = 'A1B2C3D4E5'

/** Whether the program that makes them is installed. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The flags of a server that has both wallets. */
export function walletFlags(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sixfold-wallets-'))
  const openssl = (...line: string[]) => execFileSync('openssl', line, { cwd: folder, stdio: 'pipe' })
  const file = (name: string) => join(folder, name)
  const authority = ['-keyout', 'ca.key', '-out', 'ca.pem', '-days', '3650', '-subj', '/CN=Test Relations']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-noenc', ...authority)
  const subject = `/UID=${PASS_TYPE}/CN=Pass Type ID/OU=${TEAM}`
  const request = ['-keyout', 'apple.key', '-out', 'apple.csr', '-subj', subject]
  openssl('req', '-new', '-newkey', 'rsa:2048', '-noenc', ...request)
  writeFileSync(file('client.ext'), 'extendedKeyUsage=clientAuth\n')
  const issue = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '3000']
  openssl('x509', '-req', '-in', 'apple.csr', ...issue, '-extfile', 'client.ext', '-out', 'apple.pem')
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'google.key')
  const account = {
    type: 'service_account',
    client_email: 'tickets@sixfold-tests.example',
    private_key: readFileSync(file('google.key'), 'utf8'),
  }
  writeFileSync(file('google.json'), JSON.stringify(account))
  return [
    ...['--apple-pass-type', PASS_TYPE, '--apple-team', TEAM],
    ...['--apple-certificate-file', file('apple.pem'), '--apple-key-file', file('apple.key')],
    ...['--apple-intermediate-file', file('ca.pem')],
    ...['--google-wallet-issuer', '3388000000012345678', '--google-wallet-key-file', file('google.json')],
  ]
}
