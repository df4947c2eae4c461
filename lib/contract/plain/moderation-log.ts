import { AGREEMENT_RULES } from './product-parts';
import { say, t, type Text, text } from '@/lib/texts/texts';

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
  'suggestion.accept',
  'suggestion.reject',
  'suggestion.agree',
  'claim.verify',
  'claim.lapse',
  'claim.withdraw',
  'product.merge',
  'product.unmerge',
  'product.accept-site',
  'product.follow-site',
  'product.restore',
  'product.withdraw',
  'product.detach',
  'product.erase',
  'report.uphold',
  'report.dismiss',
  'report.remove',
  'report.discontinue',
  'alternative.approve',
  'alternative.reject',
  'alternative.remove',
  'ring.set-aside',
  'ring.restore',
  'tag.rename',
  'tag.merge',
  'tag.unmerge',
  'tag.add-synonym',
  'tag.remove-synonym',
  'tag.describe',
  'tag.nest',
  'tag.hide',
  'tag.show',
  'tag.dismiss-proposal',
  'synonym.add',
  'synonym.remove',
  'appeal.uphold',
  'appeal.reverse',
  'user.note',
  'user.warn',
  'user.suspend',
  'user.unsuspend',
  'user.ban',
  'user.unban',
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
  'message.answer',
  'message.close',
  'message.reopen',
] as const;
type LoggedAction = (typeof LOGGED_ACTIONS)[number];

const labels: Record<LoggedAction, Text> = {
  'product.approve': text('logAction.productApprove', 'Approved' /* a product: its name follows */),
  'product.reject': text('logAction.productReject', 'Rejected a submission or an edit'),
  'product.undo': text('logAction.productUndo', 'Undid a decision'),
  'product.snooze': text('logAction.productSnooze', 'Put a decision off'),
  'product.discontinue': text('logAction.productDiscontinue', 'Marked as discontinued'),
  'product.relist': text('logAction.productRelist', 'Listed again'),
  'product.correct': text('logAction.productCorrect', 'Corrected the details'),
  'product.revert': text('logAction.productRevert', 'Returned to an earlier version'),
  'product.edit': text('logAction.productEdit', 'Edited' /* a product: its name follows */),
  'product.edit-pending': text('logAction.productEditPending', 'Edited before approving'),
  'suggestion.accept': text('logAction.suggestionAccept', 'Accepted a suggested change'),
  'suggestion.reject': text('logAction.suggestionReject', 'Rejected a suggested change'),
  'suggestion.agree': text(
    'logAction.suggestionAgree',
    'A suggested change was accepted by {membersMin} trusted members',
    { membersMin: AGREEMENT_RULES.membersMin },
  ),
  'claim.verify': text('logAction.claimVerify', 'Verified an owner'),
  'claim.lapse': text('logAction.claimLapse', 'Ended the verification of an owner'),
  'claim.withdraw': text('logAction.claimWithdraw', 'Withdrew the verification of an owner'),
  'product.merge': text('logAction.productMerge', 'Merged a duplicate'),
  'product.unmerge': text('logAction.productUnmerge', 'Undid a merge'),
  'product.accept-site': text('logAction.productAcceptSite', 'Found a changed site fine'),
  'product.follow-site': text('logAction.productFollowSite', 'Followed a site to its new link'),
  'product.restore': text('logAction.productRestore', 'Listed again after a removal'),
  'product.withdraw': text('logAction.productWithdraw', 'Withdrawn by its submitter'),
  'product.detach': text(
    'logAction.productDetach',
    'Given up by its submitter, and kept because others added to it',
  ),
  'product.erase': text('logAction.productErase', 'Erased for good'),
  'report.uphold': text('logAction.reportUphold', 'Upheld a report'),
  'report.dismiss': text('logAction.reportDismiss', 'Dismissed a report'),
  'report.remove': text('logAction.reportRemove', 'Removed after a report'),
  'report.discontinue': text('logAction.reportDiscontinue', 'Marked as discontinued after a report'),
  'alternative.approve': text('logAction.alternativeApprove', 'Approved an alternative'),
  'alternative.reject': text('logAction.alternativeReject', 'Rejected an alternative'),
  'alternative.remove': text('logAction.alternativeRemove', 'Removed an alternative'),
  'ring.set-aside': text('logAction.ringSetAside', 'Set upvotes aside of accounts that upvote together'),
  'ring.restore': text('logAction.ringRestore', 'Let upvotes count again that were set aside'),
  'tag.rename': text('logAction.tagRename', 'Renamed a tag'),
  'tag.merge': text('logAction.tagMerge', 'Merged a tag into another'),
  'tag.unmerge': text('logAction.tagUnmerge', 'Undid a merge of tags'),
  'tag.add-synonym': text('logAction.tagAddSynonym', 'Added a synonym of a tag'),
  'tag.remove-synonym': text('logAction.tagRemoveSynonym', 'Removed a synonym of a tag'),
  'tag.describe': text('logAction.tagDescribe', 'Described a tag'),
  'tag.nest': text('logAction.tagNest', 'Put a tag below another'),
  'tag.hide': text('logAction.tagHide', 'Hid a tag'),
  'tag.show': text('logAction.tagShow', 'Showed a hidden tag again'),
  'tag.dismiss-proposal': text('logAction.tagDismissProposal', 'Kept two similar tags apart'),
  'synonym.add': text('logAction.synonymAdd', 'Added a meaning of words in searches'),
  'synonym.remove': text('logAction.synonymRemove', 'Removed a meaning of words in searches'),
  'appeal.uphold': text('logAction.appealUphold', 'Let a decision stand after an appeal'),
  'appeal.reverse': text('logAction.appealReverse', 'Reversed a decision after an appeal'),
  'user.note': text('logAction.userNote', 'Made a note of a member'),
  'user.warn': text('logAction.userWarn', 'Sent a warning of a member'),
  'user.suspend': text('logAction.userSuspend', 'Suspended the account of a member'),
  'user.unsuspend': text('logAction.userUnsuspend', 'Ended the suspension of a member'),
  'user.ban': text('logAction.userBan', 'Banned the account of a member'),
  'user.unban': text('logAction.userUnban', 'Lifted the ban of a member'),
  'user.role': text('logAction.userRole', 'Changed the role of a member'),
  'invitation.create': text('logAction.invitationCreate', 'Created an invitation'),
  'invitation.revoke': text('logAction.invitationRevoke', 'Withdrew an invitation'),
  'brake.set': text('logAction.brakeSet', 'Stopped something for now'),
  'brake.release': text('logAction.brakeRelease', 'Let something go on'),
  'webhook.create': text('logAction.webhookCreate', 'Created a webhook'),
  'webhook.delete': text('logAction.webhookDelete', 'Deleted a webhook'),
  'delivery.retry': text('logAction.deliveryRetry', 'Sent an event to a webhook again'),
  'import.start': text('logAction.importStart', 'Started an import'),
  'import.undo': text('logAction.importUndo', 'Started to undo an import'),
  'message.answer': text('logAction.messageAnswer', 'Answered a message'),
  'message.close': text('logAction.messageClose', 'Closed a message'),
  'message.reopen': text('logAction.messageReopen', 'Reopened a message'),
};

/** What is said of an appeal against a measure. The others are about products. */
const labelsOfMembers = new Map<string, Text>([
  ['appeal.uphold', text('logAction.appealUpholdMember', 'Let a decision stand after an appeal of a member')],
  [
    'appeal.reverse',
    text('logAction.appealReverseMember', 'Reversed a decision after an appeal of a member'),
  ],
]);

const isLogged = (action: string): action is LoggedAction => Object.hasOwn(labels, action);

/** Such as `Approved: Vercel`. The name of a product without a public page is left out: only its submitter and moderators know that name. */
export function describeLogEntry({
  action,
  subjectKind,
  product,
}: {
  action: string;
  subjectKind: string;
  product: { name: string } | null;
}): string {
  const ofMember = subjectKind === 'user' ? labelsOfMembers.get(action) : undefined;
  const what = ofMember ? say(ofMember) : isLogged(action) ? say(labels[action]) : action;
  if (subjectKind === 'user' || WITHOUT_PRODUCT.test(action)) return what;
  if (product)
    return t('logEntry.ofProduct', '{what}: {name}' /* an action of a moderator and a product */, {
      what,
      name: product.name,
    });
  return t('logEntry.ofHiddenProduct', "{what}: {aNoun} that isn't public", { what });
}

const WITHOUT_PRODUCT = /^(?:invitation|webhook|delivery|brake|ring|import|tag|synonym|message)\./;
