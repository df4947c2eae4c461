import { byColumn, type TableData } from './table-data';

/** What products said, and who may change it, as part of the data map. */
export const EDIT_DATA: Readonly<Record<string, TableData>> = {
  product_versions: {
    public: [
      ...['id', 'product_id', 'kind', 'created_at', 'name', 'tagline', 'description', 'url', 'tags'],
      'field_values',
    ],
    personal: ['member_id'],
    rowsOf: byColumn('member_id'),
    removal: 'detached',
  },
  moderator_changes: { public: ['product_id', 'parts'] },
};
