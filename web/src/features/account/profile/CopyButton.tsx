import { Button } from '../../../components/Button'
import { useCopy } from '../../../components/use-copy'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { said, copy } = useCopy(text)
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{said}</span>
    </>
  )
}
