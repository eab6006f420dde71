import type { ComponentProps } from 'react'
import { Stack } from '../layout/Stack'
import styles from './Outdated.module.css'

/** A list that fades while it still shows what the filters before asked for. */
export function Outdated({ when, ...rest }: { when: boolean } & Omit<ComponentProps<typeof Stack>, 'gap'>) {
  return <Stack gap={4} start className={styles.list} data-outdated={when || undefined} {...rest} />
}
