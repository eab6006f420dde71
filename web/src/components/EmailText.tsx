import { Fragment } from 'react'

/** An e-mail address that breaks before its @ or a dot behind it rather than within a word. */
export function EmailText({ children }: { children: string }) {
  const [first, ...rest] = children.split(/(?=@)|(?=\.[^@]*$)/)
  return (
    <>
      {first}
      {rest.map((part, at) => (
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}
