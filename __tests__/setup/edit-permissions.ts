import { account, type Entry, member, moderator } from './permission-entries';
import { intoOther, mergePreviewed, otherTagline, suggestionOf } from './permission-world';

/** Permissions of the calls that change what a product says, and which products there are. */
export const EDIT_PERMISSIONS: Record<string, Entry> = {
  'GET /user/private/texts/{id}': member(({ approved: { id } }) => ({ params: { id } })),
  'GET /moderation/products/{id}': moderator(({ pending: { id } }) => ({ params: { id } })),
  'PATCH /moderation/products/{id}': moderator(otherTagline),
  'POST /user/private/products/{id}/suggestions': member(suggestionOf, 201),
  'GET /user/private/products/{id}/suggestions': member(({ approved: { id } }) => ({ params: { id } })),
  'GET /user/private/suggestions': account(),
  'DELETE /user/private/suggestions/{id}': account(() => ({ params: { id: '999999' } })),
  'PUT /user/private/suggestions/{id}/agreement': member(() => ({ params: { id: '999999' } }), 404),
  'DELETE /user/private/suggestions/{id}/agreement': account(() => ({ params: { id: '999999' } })),
  'GET /moderation/suggestions': moderator(),
  'POST /moderation/suggestions/{id}/accept': moderator(() => ({ params: { id: '999999' } }), 404),
  'POST /moderation/suggestions/{id}/reject': moderator(
    () => ({ params: { id: '999999' }, body: { reason: 'A poem.' } }),
    404,
  ),
  'GET /moderation/products/{id}/merge': moderator(mergePreviewed),
  'POST /moderation/products/{id}/merge': moderator(intoOther),
  'GET /moderation/products/{id}/versions': moderator(({ approved: { id } }) => ({ params: { id } })),
  'POST /moderation/versions/{id}/revert': moderator(() => ({ params: { id: '9' } }), 404),
  'GET /user/private/products/{id}/claim': member(({ approved: { id } }) => ({ params: { id } })),
  'POST /user/private/products/{id}/claim': member(({ approved: { id } }) => ({ params: { id } })),
  // Without a claim.
  'POST /user/private/products/{id}/claim/verification': member(
    ({ unpaired: { id } }) => ({ params: { id } }),
    404,
  ),
  'DELETE /user/private/products/{id}/claim': account(({ approved: { id } }) => ({ params: { id } })),
  'GET /moderation/products/{id}/claims': moderator(({ approved: { id } }) => ({ params: { id } })),
  'DELETE /moderation/claims/{id}': moderator(() => ({ params: { id: '999999' } }), 404),
};
