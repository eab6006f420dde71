import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from './TextField'

/** How long typing must pause before the search runs, in ms. */
const PAUSE_MS = 250

interface SearchFieldProps extends Pick<TextFieldProps, 'label' | 'name' | 'hint'> {
  /** In a dialog it may take the focus first. */
  'data-first-focus'?: string
  /** The current search: the field follows it when it changes elsewhere, as with Back or a cleared filter. */
  search: string
  onSearch: (search: string) => void
}

/** A search field that reports its text once the typing pauses. */
export function SearchField({ search, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  const [told, setTold] = useState(search)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  if (search !== known) {
    setKnown(search)
    // The reported text comes back as a prop later, when more may have been typed.
    if (search !== told) {
      setTyped(search)
      setTold(search)
    }
  }
  return (
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        window.clearTimeout(timer.current)
        timer.current = window.setTimeout(() => {
          setTold(text)
          onSearch(text)
        }, PAUSE_MS)
      }}
    />
  )
}
