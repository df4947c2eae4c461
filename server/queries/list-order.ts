import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** The position of the last row of a page: its value in the order of the list, and its id among rows with that value. */
export type ListPosition = { value: number | Date; id: string };

export type PageFrom = { after?: ListPosition; limit: number };

/** The value of a position as a parameter of SQL. Give it the type of the column. */
export const boundOf = ({ value }: ListPosition) => (value instanceof Date ? value.toISOString() : value);

type Order<Row> = {
  /** The type of the value in the database. `none`: the id alone is the order, and the value 0. */
  type: 'timestamptz' | 'integer' | 'smallint' | 'double precision' | 'none';
  direction: 'ascending' | 'descending';
  positionOf: (row: Row) => ListPosition;
  /** Cursors keep the start of the period that the first page had. */
  hasPeriod?: boolean;
};

const names = new Set<string>();

/**
 * The order of a list that is read page by page: by a value, and by id among rows with that value. Declared beside the
 * query of the list.
 *
 * @param name tells the cursors of the list from those of others. Links to further pages contain it.
 */
export function listOrder<Row>(name: string, order: Order<Row>) {
  if (names.has(name)) throw new Error(`Two lists have cursors called ${name}`);
  names.add(name);
  const { type, direction } = order;
  const isBehind = direction === 'ascending' ? sql`>` : sql`<`;
  return {
    name,
    ...order,
    /** The condition for rows after a position; met by all rows without one. */
    isAfter: (position: ListPosition | undefined, value: SQLWrapper, id: SQLWrapper): SQL =>
      position
        ? sql`(${value}, ${id}) ${isBehind} (${boundOf(position)}::${sql.raw(type)}, ${position.id}::bigint)`
        : sql`true`,
  };
}
export type ListOrder<Row> = ReturnType<typeof listOrder<Row>>;

type Created = { createdAt: Date; id: string };

const byCreation = (direction: Order<Created>['direction']): Order<Created> => ({
  ...{ type: 'timestamptz', direction },
  positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
});
export const newestFirst = (name: string) => listOrder(name, byCreation('descending'));
export const oldestFirst = (name: string) => listOrder(name, byCreation('ascending'));
