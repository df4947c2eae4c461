import { t } from '@/lib/texts/texts';

/** What the site says of itself. @param own what its owner says of it; empty for nothing. */
export const siteDescription = (own: string): string =>
  own || t('site.description', 'The best web {nouns}, found and ranked by the people who use them.');

/** In place of the name of a member whose account was deleted. */
export const formerMember = (): string =>
  t('member.former', 'a former member' /* in place of a name, after “by” */);
