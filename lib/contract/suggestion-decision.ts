import * as z from 'zod/mini';
import { after } from './cursor';
import { defineCall } from './call';
import { rejectionReason } from './moderation';
import { byId } from './submission';
import { suggestionPage } from './suggestion';

export const listOpenSuggestionsCall = defineCall({
  method: 'get',
  path: '/moderation/suggestions',
  summary: 'The suggestions that wait for a decision, oldest first.',
  access: 'moderator',
  query: z.object({ after }),
  answer: suggestionPage,
  errors: [],
});

export const acceptSuggestionCall = defineCall({
  method: 'post',
  path: '/moderation/suggestions/:id/accept',
  summary:
    'Applies a suggestion. `conflict` when it was decided already, when a part that it changes has changed since, when an edit of the product is in the queue, or when another product has the URL.',
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const rejectSuggestionCall = defineCall({
  method: 'post',
  path: '/moderation/suggestions/:id/reject',
  summary: 'Rejects a suggestion, with a reason for its member. `conflict` when it was decided already.',
  access: 'moderator',
  params: byId,
  body: z.object({ reason: rejectionReason }),
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
