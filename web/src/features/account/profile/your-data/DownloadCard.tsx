import { LiveRegion } from '../../../../components/feedback/LiveRegion'
import { Button } from '../../../../components/Button'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { Card } from '../../../../components/layout/Card'
import { Icon } from '../../../../components/graphics/Icon'
import { useOperation } from '../../../../state/use-operation'
import { fetchOwnData } from '../../api'
import form from '../../form/form.module.css'
import { saveFile } from '../../../../components/save-file'

/** The same file name as the server's. */
const FILE = 'sixfold-my-data.json'

/** Everything stored about a person, as a file. */
export function DownloadCard() {
  const save = useOperation(async () => {
    const data = await fetchOwnData()
    saveFile(FILE, new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }))
  })
  return (
    <Card as="section" level={3} title="Download my data">
      <p>
        Everything we hold about you in one JSON file: details, health data, bookings, scores, devices,
        consents. Keep it safe.
      </p>
      <LiveRegion>
        {save.status === 'succeeded' && <p>Done. Look in your downloads for {FILE}.</p>}
      </LiveRegion>
      <ErrorNotice error={save.error} />
      <div className={form.actions}>
        <Button variant="secondary" busy={save.status === 'loading'} onClick={() => void save.run()}>
          <Icon name="download" small />
          Download
        </Button>
      </div>
    </Card>
  )
}
