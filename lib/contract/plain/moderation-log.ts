/** What moderators do. Without zod, as is this whole file: the page of the log loads it. */
export const LOGGED_ACTIONS = [
  'product.approve',
  'product.reject',
  'product.undo',
  'product.snooze',
  'product.discontinue',
  'product.relist',
  'product.correct',
  'product.revert',
  'product.edit',
  'product.edit-pending',
  'product.merge',
  'product.unmerge',
  'product.accept-site',
  'product.follow-site',
  'product.restore',
  'report.uphold',
  'report.dismiss',
  'report.remove',
  'report.discontinue',
  'alternative.approve',
  'alternative.reject',
  'alternative.remove',
  'ring.set-aside',
  'ring.restore',
  'user.role',
  'invitation.create',
  'invitation.revoke',
  'brake.set',
  'brake.release',
  'webhook.create',
  'webhook.delete',
  'delivery.retry',
  'import.start',
  'import.undo',
] as const;
type LoggedAction = (typeof LOGGED_ACTIONS)[number];

const labels: Record<LoggedAction, string> = {
  'product.approve': 'Approved',
  'product.reject': 'Rejected a submission or an edit',
  'product.undo': 'Undid a decision',
  'product.snooze': 'Put a decision off',
  'product.discontinue': 'Marked as discontinued',
  'product.relist': 'Listed again',
  'product.correct': 'Corrected the details',
  'product.revert': 'Returned to an earlier version',
  'product.edit': 'Edited',
  'product.edit-pending': 'Edited before approving',
  'product.merge': 'Merged a duplicate',
  'product.unmerge': 'Undid a merge',
  'product.accept-site': 'Found a changed site fine',
  'product.follow-site': 'Followed a site to its new address',
  'product.restore': 'Listed again after a removal',
  'report.uphold': 'Upheld a report',
  'report.dismiss': 'Dismissed a report',
  'report.remove': 'Removed after a report',
  'report.discontinue': 'Marked as discontinued after a report',
  'alternative.approve': 'Approved an alternative',
  'alternative.reject': 'Rejected an alternative',
  'alternative.remove': 'Removed an alternative',
  'ring.set-aside': 'Set upvotes aside of accounts that vote together',
  'ring.restore': 'Let upvotes count again that were set aside',
  'user.role': 'Changed a role',
  'invitation.create': 'Created an invitation',
  'invitation.revoke': 'Withdrew an invitation',
  'brake.set': 'Stopped something for now',
  'brake.release': 'Let something go on',
  'webhook.create': 'Created a webhook',
  'webhook.delete': 'Deleted a webhook',
  'delivery.retry': 'Sent an event to a webhook again',
  'import.start': 'Started an import',
  'import.undo': 'Started to undo an import',
};

const isLogged = (action: string): action is LoggedAction => Object.hasOwn(labels, action);

/** Such as `Approved: Vercel`. The name of a product without a public page is left out: only its submitter and moderators know that name. */
export function describeLogEntry(
  { action, subjectKind, product }: { action: string; subjectKind: string; product: { name: string } | null },
  noun: string,
): string {
  const label = isLogged(action) ? labels[action] : action;
  if (/^(?:invitation|webhook|delivery|brake|ring|import)\./.test(action)) return label;
  if (subjectKind === 'user') return `${label} of a member`;
  return `${label}: ${product?.name ?? `a ${noun} that isn't public`}`;
}
