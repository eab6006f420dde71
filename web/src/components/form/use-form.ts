import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { focusField, type FormProblem } from './FormSummary'

type KeyOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string

type Problems = readonly FormProblem[]

export interface FormOptions<V extends object> {
  /** The fields in the order of the screen, which is the order of the summary. */
  initial: V
  /** The problems of the values, by key; the form is sent if there are none. */
  check?: (values: V) => Problems | Promise<Problems>
  /** Sends the form. Returned problems are shown, and what was typed stays. */
  send: (values: V) => Problems | undefined | Promise<Problems | undefined>
  /** The sentence for what `check` or `send` threw. */
  sentenceOf?: (cause: unknown) => string
  onChange?: (values: V) => void
  /**
   * A refusal by the server that the caller stores: shown beside its field while there are no other problems. The field takes the
   * focus, so that it is read out, unless the user has gone on meanwhile.
   */
  refused?: FormProblem | null
  /** The input's name for a key, if it differs. */
  nameOf?: (key: keyof V & string) => string
  /** One field's problem may depend on another field: after an attempt, any change has all of them checked again. */
  dependent?: boolean
}

const NOT_SENT = 'That did not go through. Try again in a moment.'

/**
 * The state of a form: its values, their problems, and whether it is being sent. Problems are shown from the first
 * attempt to send; from then on a field is checked again as it changes.
 */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { initial, check = () => [], send, onChange, refused, nameOf = (key) => key, dependent } = options
  const { sentenceOf = () => NOT_SENT } = options
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const latest = useRef(initial)
  const sending = useRef(false)
  const checks = useRef(0)
  /** What was sent last, and where the focus was. */
  const sent = useRef<{ values: V; focus: Element | null } | null>(null)
  const keys = Object.keys(initial) as (keyof V & string)[]

  const refusedKey = keys.find((key) => key === refused?.field)
  const refusedField = refusedKey === undefined ? undefined : nameOf(refusedKey)
  useEffect(() => {
    if (refusedField === undefined) return
    const focus = document.activeElement
    const before = sent.current ?? { values: latest.current, focus }
    const stayed = focus === before.focus || focus === document.body
    if (stayed && before.values === latest.current) focusField(refusedField)
  }, [refusedField])

  const tell = (found: Problems) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }

  const set = (patch: Partial<V>) => {
    latest.current = { ...latest.current, ...patch }
    setValues(latest.current)
    onChange?.(latest.current)
    if (attempt === 0) return
    const touched = ({ field }: FormProblem) => dependent || (field !== null && field in patch)
    const id = ++checks.current
    const show = (found: Problems) => {
      if (id !== checks.current) return
      setProblems((before) => [
        ...before.filter((problem) => !touched(problem)),
        ...found.filter((problem) => touched(problem)),
      ])
    }
    const found = check(latest.current)
    // A check that fails here is made again, and its failure shown, when the form is sent.
    if (found instanceof Promise) found.then(show, () => undefined)
    else show(found)
  }

  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (sending.current) return
    sending.current = true
    sent.current = { values: latest.current, focus: document.activeElement }
    setBusy(true)
    try {
      checks.current++
      const checked = check(latest.current)
      const found = checked instanceof Promise ? await checked : checked
      tell(found)
      const refusals = found.length > 0 ? [] : ((await send(latest.current)) ?? [])
      if (refusals.length > 0) tell(refusals)
    } catch (cause) {
      tell([{ field: null, message: sentenceOf(cause) }])
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const reset = (to: V = initial) => {
    latest.current = to
    checks.current++
    setStart(to)
    setValues(to)
    setProblems([])
    setAttempt(0)
  }

  /** Shows what is stored now, and keeps what was changed here: whatever differs from `read`, what it was filled with. */
  const follow = (stored: V, read: V = start) => {
    const typed = latest.current
    const next = { ...stored }
    for (const key of keys) {
      if (typed[key] !== read[key]) next[key] = typed[key]
    }
    reset(stored)
    latest.current = next
    setValues(next)
  }

  const changed = keys.some((key) => values[key] !== start[key])

  const errorOf = (key: keyof V & string): string | undefined =>
    (problems.length === 0 && refused ? [refused] : problems).find(({ field }) => field === key)?.message

  const base = (key: keyof V & string) => ({ name: nameOf(key), error: errorOf(key) })

  const inOrder = [null, ...keys].flatMap((key) =>
    problems
      .filter(({ field }) => field === key)
      .map(({ message }) => ({ field: key && nameOf(key), message })),
  )

  return {
    values,
    set,
    /** Whether any value differs from its initial one. */
    changed,
    busy,
    problems: inOrder,
    errorOf,
    /** Shows problems that were found elsewhere. */
    tell,
    /** The props of a text field. */
    field: (key: KeyOf<V, string>) => ({
      ...base(key),
      value: String(values[key]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        set({ [key]: event.currentTarget.value } as Partial<V>),
    }),
    /** The props of a checkbox. */
    tick: (key: KeyOf<V, boolean>) => ({
      ...base(key),
      checked: values[key] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set({ [key]: event.currentTarget.checked } as Partial<V>),
    }),
    submit,
    reset,
    follow,
    /** The props of `Form`, with the summary of problems. `data-changed` tells whether a reload would lose something. */
    props: {
      problems: inOrder,
      attempt,
      onSubmit: (event: { preventDefault: () => void }) => void submit(event),
      'aria-busy': busy,
      'data-changed': changed,
    },
  }
}
