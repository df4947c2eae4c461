import { DAY_MS } from '@/lib/contract/plain/durations';
import { type Rule, type RuledForm, RULES } from '@/lib/contract/rule';
import { joinSentences } from '@/lib/texts/sentences';
import { formatRow } from '@/lib/texts/lists';
import { sayStored } from '@/server/base/stored-text';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { listRequired, type SiteRules } from '@/server/fields/rules-schema';
import type { Viewer } from '@/server/policies/viewer';
import {
  countOpenSubmissions,
  findRejections,
  listRecentSubmissions,
  lockSubmitter,
} from '@/server/queries/products/gate';
import { findAge, registryOf } from './find-age';
import {
  type Check,
  type FoundCheck,
  judgeAge,
  judgeCooldown,
  judgeDeclaration,
  judgeHosts,
  judgeOpen,
  judgeRequired,
  judgeShare,
  judgeWords,
  RULED_DAYS,
  type Submitted,
} from './judge-rules';
import { say, type Text, text } from '@/lib/texts/texts';

const submissionsMax = 500;

type RuleDeps = Pick<Deps, 'db' | 'env' | 'fetchPage' | 'now'>;
type RoomDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type RuledMember = Pick<Viewer, 'userId'>;

export const describeRules = ({ rules }: Pick<Deps['env'], 'rules'>) =>
  RULES.flatMap((rule) => {
    const sentence = DESCRIPTIONS[rule](rules);
    return sentence ? [{ rule, sentence: say(sentence) }] : [];
  });

const DESCRIPTIONS: Record<Rule, (rules: SiteRules) => Text | false | undefined> = {
  domainAge: ({ domainAgeDays: days }) =>
    days !== undefined &&
    text('rules.domainAge', 'The domain must be at least {days, plural, one {# day} other {# days}} old.', {
      days,
    }),
  repositoryAge: ({ repositoryAgeDays: days }) =>
    days !== undefined &&
    text(
      'rules.repositoryAge',
      'A repository at Github, Gitlab or Codeberg must be at least {days, plural, one {# day} other {# days}} old.',
      { days },
    ),
  openSubmissions: ({ openSubmissionsMax: most }) =>
    most !== undefined &&
    text('rules.openSubmissions', 'At most {most} of your submissions may wait for a moderator at a time.', {
      most,
    }),
  cooldown: ({ cooldownHours: hours }) =>
    hours !== undefined &&
    text(
      'rules.cooldown',
      'After a rejection, wait {hours, plural, one {# hour} other {# hours}} before you submit something new. Each further rejection within {days} days doubles the time, up to 30 days.',
      { hours, days: RULED_DAYS },
    ),
  domainShare: ({ domainSharePercent: most }) =>
    most !== undefined &&
    text(
      'rules.domainShare',
      'From your fourth submission within {days} days on, at most {most}% of them may be from one domain.',
      { days: RULED_DAYS, most },
    ),
  requiredFields: ({ requiredFields }) =>
    requiredFields.length > 0 &&
    text('rules.requiredFields', 'Every submission needs {fields}.', {
      fields: listRequired(requiredFields),
    }),
  declaration: ({ declaration }) =>
    declaration && text('rules.declaration', 'Say whether you made the {noun} yourself.'),
  refusedWords: ({ refusedWords }) =>
    refusedWords.length > 0 &&
    text('rules.refusedWords', 'Some words are not accepted: {words}.', { words: formatRow(refusedWords) }),
  refusedHosts: ({ refusedHosts }) =>
    refusedHosts.length > 0 &&
    text('rules.refusedHosts', 'Links to some hosts are not accepted: {hosts}.', {
      hosts: formatRow(refusedHosts),
    }),
};

/** Checks a form by the rules that the site has. A rule about an input that is still empty says nothing yet. */
export async function checkRules(
  deps: RuleDeps,
  member: RuledMember,
  form: RuledForm,
): Promise<FoundCheck[]> {
  const { rules } = deps.env;
  const found: Record<Rule, Check | undefined> = {
    ...(await checkAges(deps, member, form.url)),
    ...(await checkRoom(deps, member, form.url)),
    requiredFields: judgeRequired(rules, form),
    declaration: judgeDeclaration(rules, form),
    refusedWords: judgeWords(rules, form),
    refusedHosts: judgeHosts(rules, form.url),
  };
  return RULES.flatMap((rule) => {
    const check = found[rule];
    return check ? [{ rule, ...check }] : [];
  });
}

/** Checks what depends on the member's other submissions. */
async function checkRoom(deps: RoomDeps, member: RuledMember, url: string) {
  const { openSubmissionsMax, cooldownHours, domainSharePercent } = deps.env.rules;
  return {
    openSubmissions: openSubmissionsMax
      ? judgeOpen(openSubmissionsMax, await countOpenSubmissions(deps.db, member.userId))
      : undefined,
    cooldown: cooldownHours ? await checkCooldown(deps, member, cooldownHours) : undefined,
    domainShare: domainSharePercent
      ? judgeShare(domainSharePercent, url, await readHistory(deps, member), deps.now())
      : undefined,
  };
}

/**
 * Checks again what depends on the member's other submissions, one submission of a member after the other. Call it in the
 * transaction that inserts the submission.
 *
 * @throws ApiError as `requirePassed`.
 */
export async function requireRoom(deps: RoomDeps, member: RuledMember, url: string): Promise<void> {
  const { openSubmissionsMax, cooldownHours, domainSharePercent } = deps.env.rules;
  if (!openSubmissionsMax && !cooldownHours && !domainSharePercent) return;
  await lockSubmitter(deps.db, member.userId);
  const { openSubmissions, cooldown, domainShare } = await checkRoom(deps, member, url);
  requirePassed([
    ...(openSubmissions ? [{ rule: 'openSubmissions', ...openSubmissions } as const] : []),
    ...(cooldown ? [{ rule: 'cooldown', ...cooldown } as const] : []),
    ...(domainShare ? [{ rule: 'domainShare', ...domainShare } as const] : []),
  ]);
}

/** Checks the new link of a listed product by some of the rules about links. The product itself does not count among the member's submissions. */
export async function checkLink(
  deps: RuleDeps,
  member: RuledMember,
  { url, exceptId, rules: asked }: { url: string; exceptId: string; rules: readonly Rule[] },
): Promise<FoundCheck[]> {
  const { domainSharePercent: most } = deps.env.rules;
  const isAsked = (rule: Rule) => asked.includes(rule);
  const ages = isAsked('domainAge') ? await checkAges(deps, member, url) : {};
  const history = isAsked('domainShare') ? await readHistory(deps, member) : undefined;
  const others = history?.filter(({ id }) => id !== exceptId);
  const found: Partial<Record<Rule, Check | undefined>> = {
    ...ages,
    domainShare: most && others ? judgeShare(most, url, others, deps.now()) : undefined,
  };
  return asked.flatMap((rule) => {
    const check = found[rule];
    return check ? [{ rule, ...check }] : [];
  });
}

/**
 * Refuses what a rule refuses, with the sentences that the form has shown before.
 *
 * @throws ApiError `forbidden` with a sentence for each rule that failed.
 */
export function requirePassed(checks: readonly FoundCheck[]): void {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return;
  const fields: Record<string, string> = {};
  for (const { field = 'url', sentence } of failed)
    fields[field] = joinSentences([fields[field], sayStored(sentence)]);
  throw new ApiError('forbidden', joinSentences(failed.map(({ sentence }) => sayStored(sentence))), {
    fields,
  });
}

/** Checks that an edit of a product that is not public leaves no required part empty. @throws ApiError as `requirePassed`. */
export function requireFilled(rules: SiteRules, form: RuledForm): void {
  const required = judgeRequired(rules, form);
  if (required) requirePassed([{ rule: 'requiredFields', ...required }]);
}

/** Checks texts and link for refused words and hosts, also after an edit. @throws ApiError as `requirePassed`. */
export function requireUnrefused(rules: SiteRules, form: RuledForm): void {
  const [words, host] = [judgeWords(rules, form), judgeHosts(rules, form.url)];
  requirePassed([
    ...(words ? [{ rule: 'refusedWords', ...words } as const] : []),
    ...(host ? [{ rule: 'refusedHosts', ...host } as const] : []),
  ]);
}

const readHistory = ({ db, env, now }: RoomDeps, { userId }: RuledMember): Promise<Submitted[]> => {
  if (!env.rules.domainSharePercent) return Promise.resolve([]);
  const since = new Date(now().getTime() - RULED_DAYS * DAY_MS);
  return listRecentSubmissions(db, userId, { since, limit: submissionsMax });
};

async function checkAges(deps: RuleDeps, member: RuledMember, link: string) {
  const { domainAgeDays, repositoryAgeDays } = deps.env.rules;
  const registry = registryOf(link);
  const least = registry?.kind === 'domain' ? domainAgeDays : repositoryAgeDays;
  const none = { domainAge: undefined, repositoryAge: undefined };
  if (!registry || least === undefined) return none;
  const check = judgeAge(least, registry.subject, await findAge(deps, member, registry), deps.now());
  return { ...none, [registry.kind === 'domain' ? 'domainAge' : 'repositoryAge']: check };
}

async function checkCooldown({ db, now }: RoomDeps, { userId }: RuledMember, least: number): Promise<Check> {
  const since = new Date(now().getTime() - RULED_DAYS * DAY_MS);
  return judgeCooldown(least, await findRejections(db, userId, since), now());
}
