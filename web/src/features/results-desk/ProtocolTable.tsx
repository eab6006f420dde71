import { useQuery } from '@tanstack/react-query'
import { Stack } from '../../components/layout/Stack'
import { Table } from '../../components/table/Table'
import text from '../../components/text.module.css'
import { Loaded } from '../../state/Loaded'
import styles from './ResultsDesk.module.css'
import { protocolsQuery } from './api'

/** How the six tests are scored now. */
export function ProtocolTable() {
  const protocols = useQuery(protocolsQuery())
  return (
    <Loaded result={protocols} label="Loading the protocols" height="22rem">
      {({ version, tests }) => (
        <Stack as="section" gap={4} shrink="children" className={styles.panel}>
          <h2 className={text.h3}>How tests are scored</h2>
          <p className={text.intro}>
            Version {version}. Points run straight from the zero mark to the hundred mark, and the best
            attempt counts. A booking keeps the version that was in force when it was onboarded.
          </p>
          <Table
            look="rows"
            columns={[
              'Test',
              { label: '0 points', className: styles.number },
              { label: '100 points', className: styles.number },
              { label: 'Plausible', className: styles.number },
              'Unit',
              { label: 'Attempts', className: styles.number },
            ]}
            className={styles.table}
          >
            <tbody>
              {tests.map((test) => (
                <tr key={test.TestType}>
                  <th scope="row">{test.TestType}</th>
                  <td className={styles.number} data-label="0 points">
                    {test.zero}
                  </td>
                  <td className={styles.number} data-label="100 points">
                    {test.hundred}
                  </td>
                  <td className={styles.number} data-label="Plausible">
                    {test.low} – {test.high}
                  </td>
                  <td data-label="Unit">{test.unit}</td>
                  <td className={styles.number} data-label="Attempts">
                    {test.attempts}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Stack>
      )}
    </Loaded>
  )
}
