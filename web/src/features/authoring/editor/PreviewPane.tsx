import { useState } from 'react'
import { errorSentence } from '../../../api/error-sentence'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Cluster } from '../../../components/layout/Cluster'
import { classNames } from '../../../components/class-names'
import { Notice } from '../../../components/feedback/Notice'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { useAuthoring } from '../authoring-context'
import { PreviewFrame } from './PreviewFrame'
import styles from './PreviewPane.module.css'
import type { usePreview } from './use-preview'

const WIDTHS = [
  { width: 390, height: 844, label: 'Phone' },
  { width: 820, height: 1180, label: 'Tablet' },
  { width: 1440, height: 900, label: 'Desktop' },
] as const

/** The item as the site draws it, at the width of a phone, a tablet or a desktop. */
export function PreviewPane({
  shown: { data, isError, error },
  saved,
  className,
}: {
  shown: ReturnType<typeof usePreview>
  saved: boolean
  className?: string | undefined
}) {
  const { preview } = useAuthoring()
  const [chosen, setChosen] = useState<number>(WIDTHS[0].width)
  const size = WIDTHS.find(({ width }) => width === chosen) ?? WIDTHS[0]
  return (
    <Stack as="section" gap={3} aria-label="Preview" className={classNames(className)}>
      <Cluster gap={[2, 4]} align="center" between>
        <p className={text.strong}>Preview</p>
        <Cluster gap={0} nowrap role="group" aria-label="Width of the preview">
          {WIDTHS.map(({ width, label }) => (
            <button
              key={width}
              type="button"
              className={styles.width}
              aria-pressed={width === chosen}
              onClick={() => setChosen(width)}
            >
              {label}
              <VisuallyHidden> {width} pixels wide</VisuallyHidden>
            </button>
          ))}
        </Cluster>
      </Cluster>
      <LiveRegion>
        {isError && (
          <Notice tone="problem" title="No preview">
            {errorSentence(error)}
          </Notice>
        )}
      </LiveRegion>
      {data ? (
        <PreviewFrame
          width={size.width}
          height={size.height}
          title={saved ? 'Preview' : 'Preview of unsaved words'}
        >
          {preview(data)}
        </PreviewFrame>
      ) : (
        !isError && (
          <Loading label="Loading the preview">
            <Skeleton height="30rem" />
          </Loading>
        )
      )}
    </Stack>
  )
}
