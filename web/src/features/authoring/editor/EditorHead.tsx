import type { ReactNode, Ref } from 'react'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import { localised } from '../../../paths'
import { useType } from '../authoring-context'
import { BackToList } from './BackToList'
import styles from './EditorHead.module.css'
import { pagePath } from '../elements'
import { editorHref, type EditorAddress } from '../address'
import { StatusChip } from '../StatusChip'
import touch from '../../../components/touch.module.css'
import type { ItemDetails } from '../api'

/** The head of every view of an item: its path, its status, and links to its other views. */
export function EditorHead({
  details: { item, ready, takenDown },
  address,
  heading,
  children,
}: {
  details: ItemDetails
  address: EditorAddress
  /** The item's name, where the focus goes once its state has changed. */
  heading?: Ref<HTMLHeadingElement>
  children?: ReactNode
}) {
  const type = useType(item.typeId)
  const kind = type?.type ?? item.typeId
  const path = ready ? pagePath(ready) : null
  const views = [
    { view: undefined, label: 'Edit' },
    { view: 'history', label: 'History' },
  ]
  const { rev: _rev, view: _view, ...here } = address
  return (
    <Stack as="header" gap={2}>
      {address.section === 'content' && <BackToList />}
      <Cluster gap={[2, 4]} align="center">
        <h2 ref={heading} tabIndex={-1} className={classNames(text.h3, text.anywhere)}>
          {item.name}
        </h2>
        <StatusChip
          line={{
            status: takenDown ? 'takenDown' : item.status,
            rev: item.rev,
            readyRev: ready?.rev ?? null,
          }}
        />
      </Cluster>
      {/* The site settings have the same name as their type. */}
      {(kind !== item.name || path !== null) && (
        <p className={text.quiet}>
          {kind}
          {path !== null && (
            <>
              {' · '}
              <a href={localised(path)} target="_blank" rel="noreferrer">
                See the page
              </a>
            </>
          )}
        </p>
      )}
      <Cluster as="nav" gap={1} aria-label="Views of this item" className={styles.views}>
        {views.map(({ view, label }) => (
          <a
            key={label}
            href={editorHref({ ...here, ...(view ? { view } : {}) })}
            className={classNames(styles.view, text.status, touch.line)}
            aria-current={address.view === view ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
        {children}
      </Cluster>
    </Stack>
  )
}
