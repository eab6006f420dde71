import { Notice } from '../../components/feedback/Notice'
import { Table } from '../../components/table/Table'
import styles from './ResultsDesk.module.css'
import type { ImportOutcome } from './api'

export function ProblemTable({ outcome }: { outcome: ImportOutcome }) {
  const { problems, problemCount } = outcome
  return (
    <>
      <Notice
        tone="problem"
        role="alert"
        title={problemCount === 1 ? 'One thing to fix' : `${problemCount} things to fix`}
      >
        Nothing was imported. Correct the lines in your file, save it, and choose it again.
        {problemCount > problems.length && ` Here are the first ${problems.length}.`}
      </Notice>
      <Table
        look="rows"
        caption="By line of the file"
        captionClass={styles.caption}
        columns={[{ label: 'Line', className: styles.number }, 'Column', 'What is wrong']}
        className={styles.problems}
      >
        <tbody>
          {problems.map(({ line, column, code, message }) => (
            <tr key={`${line} ${column ?? ''} ${code}`}>
              <th scope="row" className={styles.number}>
                <span className={styles.lineWord}>Line </span>
                {line}
              </th>
              <td className={styles.column}>{column ?? 'Whole line'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
