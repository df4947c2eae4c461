import type { Call, Schema } from './call';
import * as productList from './product-list';
import * as product from './product';
import * as alternative from './alternative';
import * as tag from './tag';
import * as field from './field';
import * as profile from './profile';
import * as moderationLog from './moderation-log';
import * as newsletter from './newsletter';
import * as contact from './contact';
import * as report from './report';
import * as signIn from './sign-in';
import * as invitation from './invitation';
import * as user from './user';
import * as account from './account';
import * as passkey from './passkey';
import * as productPreview from './product-preview';
import * as rule from './rule';
import * as siteFacts from './site-facts';
import * as submission from './submission';
import * as subscriber from './subscriber';
import * as image from './image';
import * as reaction from './reaction';
import * as measure from './measure';
import * as moderation from './moderation';
import * as moderationQueue from './moderation-queue';
import * as ring from './ring';
import * as importCalls from './import-calls';
import * as siteCheck from './site-check';
import * as backup from './backup';
import * as brake from './brake';
import * as setting from './setting';
import * as setup from './setup';
import * as ownPage from './own-page';
import * as webhook from './webhook';
import * as staffNotice from './staff-notice';
import * as editing from './editing';
import * as suggestion from './suggestion';
import * as claim from './claim';
import * as history from './history';
import * as merge from './merge';
import * as tagCuration from './tag-curation';
import * as tagMerge from './tag-merge';
import * as synonymRule from './synonym-rule';
import * as member from './member';
import * as z from 'zod/mini';

/** The files of this folder that describe calls, in the order of the API documentation. */
const FILES = [
  productList,
  product,
  alternative,
  tag,
  field,
  profile,
  moderationLog,
  newsletter,
  contact,
  report,
  signIn,
  invitation,
  user,
  account,
  passkey,
  productPreview,
  rule,
  siteFacts,
  submission,
  subscriber,
  backup,
  image,
  reaction,
  measure,
  moderation,
  moderationQueue,
  ring,
  importCalls,
  siteCheck,
  brake,
  setting,
  setup,
  ownPage,
  webhook,
  staffNotice,
  editing,
  suggestion,
  claim,
  history,
  merge,
  tagCuration,
  tagMerge,
  synonymRule,
  member,
];

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'answer' in value && 'path' in value;
}

export const CALLS: readonly Call[] = FILES.flatMap((file) =>
  Object.values<unknown>(file).filter((value) => isCall(value)),
);

/** The read API: calls that pages of any origin may make, without credentials. */
export const OPEN_CALLS: readonly Call[] = CALLS.filter(({ isOpen }) => isOpen);

type JSONSchema = Record<string, unknown>;

/** The parts of an object's JSON Schema that descriptions of calls read. */
export const objectSchema = z.looseObject({
  properties: z._default(z.record(z.string(), z.unknown()), {}),
  required: z._default(z.array(z.string()), []),
});

export const inputSchemaOf = (schema: Schema): JSONSchema =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
export const outputSchemaOf = (schema: Schema): JSONSchema =>
  withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

/** OpenAPI 3.1 fixes the dialect for the whole document. */
const withoutDialect = ({ $schema: _, ...schema }: JSONSchema): JSONSchema => schema;
