interface ChartTableProps {
  caption: string
  rows: readonly { label: string; text: string }[]
}

/** The chart's data as a table, for people who can't see the chart. */
export function ChartTable({ caption, rows }: ChartTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
