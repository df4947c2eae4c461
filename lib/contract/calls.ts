import type { Call } from './call';
import * as productList from './product-list';
import * as product from './product';
import * as productVotes from './product-votes';
import * as alternative from './alternative';
import * as tag from './tag';
import * as field from './field';
import * as filter from './filter';
import * as overview from './overview';
import * as profile from './profile';
import * as moderationLog from './moderation-log';
import * as newsletter from './newsletter';
import * as contact from './contact';
import * as report from './report';
import * as ownReport from './own-report';
import * as removal from './removal';
import * as signIn from './sign-in';
import * as invitation from './invitation';
import * as user from './user';
import * as session from './session';
import * as account from './account';
import * as productPreview from './product-preview';
import * as rule from './rule';
import * as submission from './submission';
import * as submissionList from './submission-list';
import * as image from './image';
import * as reaction from './reaction';
import * as measure from './measure';
import * as moderation from './moderation';
import * as moderationQueue from './moderation-queue';
import * as moderationContext from './moderation-context';
import * as presentPage from './present-page';
import * as moderationBatches from './moderation-batches';
import * as discontinuation from './discontinuation';
import * as ring from './ring';
import * as importCalls from './import-calls';
import * as siteCheck from './site-check';
import * as brake from './brake';
import * as jobOverview from './job-overview';
import * as delivery from './delivery';
import * as webhook from './webhook';
import * as editing from './editing';
import * as suggestion from './suggestion';
import * as suggestionDecision from './suggestion-decision';
import * as claim from './claim';
import * as history from './history';
import * as merge from './merge';
import * as tagCuration from './tag-curation';
import * as tagMerge from './tag-merge';
import * as tagProposal from './tag-proposal';
import * as reportDecision from './report-decision';
import * as member from './member';
import * as memberDecision from './member-decision';
import * as appeal from './appeal';

/** The files of this folder that describe calls, in the order of the API documentation. */
const FILES = [
  productList,
  product,
  productVotes,
  alternative,
  tag,
  field,
  filter,
  overview,
  profile,
  moderationLog,
  newsletter,
  contact,
  report,
  ownReport,
  removal,
  signIn,
  invitation,
  user,
  session,
  account,
  productPreview,
  rule,
  submission,
  submissionList,
  image,
  reaction,
  measure,
  moderation,
  moderationQueue,
  moderationContext,
  presentPage,
  moderationBatches,
  discontinuation,
  ring,
  importCalls,
  siteCheck,
  brake,
  jobOverview,
  delivery,
  webhook,
  editing,
  suggestion,
  suggestionDecision,
  claim,
  history,
  merge,
  tagCuration,
  tagMerge,
  tagProposal,
  reportDecision,
  member,
  memberDecision,
  appeal,
];

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'answer' in value && 'path' in value;
}

/** Every JSON call of the product server. */
export const CALLS: readonly Call[] = FILES.flatMap((file) =>
  Object.values<unknown>(file).filter((value) => isCall(value)),
);

/** The read API: calls that pages of any origin may make, without credentials. */
export const OPEN_CALLS: readonly Call[] = CALLS.filter(({ isOpen }) => isOpen);
