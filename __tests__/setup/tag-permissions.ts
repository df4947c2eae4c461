import { anyone, type Entry, moderator } from './permission-entries';

/** Who may read tags, and change them. */
export const tagEntries: Readonly<Record<string, Entry>> = {
  'GET /tags/{slug}': anyone(() => ({ params: { slug: 'gone' } }), 404),
  'GET /moderation/tags': moderator(),
  'PUT /moderation/tags/{id}/name': moderator(
    () => ({ params: { id: '9' }, body: { name: 'Web', slug: 'web' } }),
    404,
  ),
  'PUT /moderation/tags/{id}/description': moderator(
    () => ({ params: { id: '9' }, body: { description: '' } }),
    404,
  ),
  'POST /moderation/tags/{id}/synonyms': moderator(
    () => ({ params: { id: '9' }, body: { name: 'Web' } }),
    404,
  ),
  'DELETE /moderation/tags/{id}/synonyms/{slug}': moderator(
    () => ({ params: { id: '9', slug: 'web' } }),
    404,
  ),
  'PUT /moderation/tags/{id}/hidden': moderator(() => ({ params: { id: '9' } }), 404),
  'DELETE /moderation/tags/{id}/hidden': moderator(() => ({ params: { id: '9' } }), 404),
  'PUT /moderation/tags/{id}/parent': moderator(
    () => ({ params: { id: '9' }, body: { parentId: null } }),
    404,
  ),
  'POST /moderation/tags/{id}/merge': moderator(() => ({ params: { id: '9' }, body: { intoId: '8' } }), 404),
  'GET /moderation/synonym-rules': moderator(),
  'POST /moderation/synonym-rules': moderator(({ serial }) => ({
    body: { words: `photo ${serial}`, meaning: 'image', isTwoWay: false },
  })),
  'DELETE /moderation/synonym-rules/{id}': moderator(() => ({ params: { id: '9999' } }), 404),
  'GET /moderation/tag-merges': moderator(),
  'GET /moderation/tag-proposals': moderator(),
  'DELETE /moderation/tag-proposals/{id}': moderator(() => ({ params: { id: '9' } }), 404),
  'DELETE /moderation/tag-merges/{id}': moderator(() => ({ params: { id: '9' } }), 404),
};
