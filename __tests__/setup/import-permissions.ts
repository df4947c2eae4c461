import { type Entry, moderator } from './permission-entries';

const noImport = () => ({ params: { id: '9' } });

/** Who may make the calls about imports. */
export const importEntries: Record<string, Entry> = {
  'POST /moderation/import': moderator(() => ({ body: {} }), 415),
  'POST /moderation/import/url': moderator(() => ({ body: { url: '' } }), 400),
  'GET /moderation/imports': moderator(),
  'GET /moderation/imports/{id}': moderator(noImport, 404),
  'GET /moderation/imports/{id}/entries': moderator(() => ({ ...noImport(), query: 'outcome=added' }), 404),
  'GET /moderation/imports/{id}/skipped': moderator(noImport, 404),
  'GET /moderation/imports/{id}/report': moderator(() => ({ ...noImport(), query: 'format=md' }), 404),
  'PUT /moderation/imports/{id}/mapping': moderator(
    () => ({ ...noImport(), body: { tags: [], seen: 0 } }),
    404,
  ),
  'POST /moderation/imports/{id}/start': moderator(() => ({ ...noImport(), body: { seen: 0 } }), 404),
  'POST /moderation/imports/{id}/cancel': moderator(noImport, 404),
  'POST /moderation/imports/{id}/undo': moderator(noImport, 404),
};
