import { useQuery } from '@tanstack/react-query'
import text from '../../components/text.module.css'
import { Loaded } from '../../state/Loaded'
import styles from './ResultsDesk.module.css'
import { protocolsQuery } from './wire'

/** How the six tests are scored now. */
export function ProtocolTable() {
  const protocols = useQuery(protocolsQuery())
  return (
    <Loaded result={protocols} label="Loading the protocols" height="22rem">
      {({ version, tests }) => (
        <section className={styles.panel}>
          <h2 className={text.h3}>How tests are scored</h2>
          <p className={text.intro}>
            Version {version}. Points run straight from the zero mark to the hundred mark, and the best
            attempt counts. A booking keeps the version it was onboarded by.
          </p>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Test</th>
                <th scope="col" className={styles.number}>
                  0 points
                </th>
                <th scope="col" className={styles.number}>
                  100 points
                </th>
                <th scope="col" className={styles.number}>
                  Plausible
                </th>
                <th scope="col">Unit</th>
                <th scope="col" className={styles.number}>
                  Attempts
                </th>
              </tr>
            </thead>
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
          </table>
        </section>
      )}
    </Loaded>
  )
}
