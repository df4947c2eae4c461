import * as z from 'zod/mini';
import { formatAll } from '@/lib/texts/lists';
import { say, type Text, text } from '@/lib/texts/texts';

const whole = (max: number, description: string) =>
  z.optional(
    z
      .int(`must be a whole number from 1 to ${max}`)
      .check(
        z.gte(1, `must be a whole number from 1 to ${max}`),
        z.lte(max, `must be a whole number from 1 to ${max}`),
        z.meta({ description }),
      ),
  );
const texts = (countMax: number, item: z.ZodMiniType<string>, description: string) =>
  z._default(
    z
      .array(item, 'must be a list of texts')
      .check(z.maxLength(countMax, `must have at most ${countMax} entries`), z.meta({ description })),
    [],
  );
const word = z
  .string('must be text')
  .check(z.regex(/^\S.{0,58}\S$/, 'must have 2 to 60 characters, and no space at its ends'));
const host = z
  .string('must be text')
  .check(
    z.regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a host like example.com, in small letters'),
  );

/** What the site asks of submissions. A rule that is absent asks nothing. */
export const siteRules = z.strictObject(
  {
    domainAgeDays: whole(3_650, 'The least age of the domain. Asked by RDAP.'),
    repositoryAgeDays: whole(3_650, 'The least age of a repository at Github, Gitlab or Codeberg.'),
    openSubmissionsMax: whole(1_000, 'How many submissions of one member may wait for a moderator.'),
    cooldownHours: whole(
      720,
      'How long a member waits after a rejection. It doubles with each further one within 90 days, up to 30 days.',
    ),
    domainSharePercent: whole(
      99,
      "The largest share of a member's submissions of 90 days that one domain may have, from the fourth on.",
    ),
    requiredFields: z._default(
      z
        .array(
          z.enum(['description', 'icon', 'screenshot'], 'must be description, icon or screenshot'),
          'must be a list of description, icon and screenshot',
        )
        .check(
          z.maxLength(3, 'must have at most 3 entries'),
          z.meta({ description: 'What must not be empty.' }),
        ),
      [],
    ),
    declaration: z._default(
      z
        .boolean('must be true or false')
        .check(z.meta({ description: 'Whether members must say if they have made the product themselves.' })),
      false,
    ),
    refusedWords: texts(200, word, 'Words that name, tagline and description must not have.'),
    refusedHosts: texts(1_000, host, 'Hosts that are not listed, with all hosts below them.'),
  },
  'must be an object of rules',
);
export type SiteRules = z.infer<typeof siteRules>;

export const NO_RULES: SiteRules = {
  requiredFields: [],
  declaration: false,
  refusedWords: [],
  refusedHosts: [],
};

export const listRequired = (fields: SiteRules['requiredFields']) =>
  formatAll(fields.map((field) => say(REQUIRED[field])));

/** What a submission needs, in a list. */
export const REQUIRED: Record<SiteRules['requiredFields'][number], Text> = {
  description: text('rule.aDescription', 'a description' /* in a list of what a submission needs */),
  icon: text('rule.anIcon', 'an icon' /* in a list of what a submission needs */),
  screenshot: text('rule.aScreenshot', 'a screenshot' /* in a list of what a submission needs */),
};
