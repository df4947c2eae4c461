type DataTableProps = {
  caption: string;
  columns: readonly string[];
  /** Each row is as long as `columns`. The first cell is the row's heading. */
  rows: readonly (readonly string[])[];
};

/** A small table of numbers within text. Scrolls sideways if it doesn't fit. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <div
      className="overflow-x-auto rounded-card border border-line"
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className="w-full text-page-start">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-raised text-sm text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 sm:px-4 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="px-3 py-2 sm:px-4 font-semibold">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="px-3 py-2 sm:px-4 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
