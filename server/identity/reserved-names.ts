import { splitWords } from '@/server/text/words';

/** Handles that nobody gets, and names that nobody shows: they would speak for the site. The site's own name is added to them. */
export const RESERVED_NAMES = splitWords(`
  abuse account accounts announcements anonymous billing bot contact deleted everyone former-member a-former-member founder
  help helpdesk host hostmaster info legal mod mods moderation news newsletter noreply no-reply null official owner
  postmaster press privacy root security site staff superuser support sysop system team the-site trust-and-safety trust-safety undefined
  verified webmaster модерация 客服 管理团队 管理團隊 サポート
`);

/** Words that claim a role at the begin or the end of any word. Names here are in many languages. */
export const ROLE_WORDS = splitWords(`
  admin admins administrator administrators moderator moderators moderateur moderatore moderador moderadora moderatrice
  moderaattori moderatör yönetici админ администратор адмін адміністратор модератор 管理者 管理人 管理员 管理員 版主 モデレーター 관리자 운영자
`);

/** Words that claim a role beside the site's name, as in “Listgrove support”, and beside other such words, as in “Site staff”. */
export const TEAM_WORDS = splitWords(`
  account admin ceo crew editor editors help helpdesk hq manager mod mods moderation news official owner safety security
  staff support team trust verified
`);

/** Words that claim a role only beside those of a team, as in “The moderation team”. */
export const WORDS_BESIDE_TEAM = splitWords(`
  a and chief community customer head lead member members our of senior the this trusted user users your
`);
