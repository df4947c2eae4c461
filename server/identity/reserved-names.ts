/** Handles that nobody gets, and names that nobody shows: they would speak for the site. The site's own name is added to them. */
export const RESERVED_NAMES = [
  ...[
    'abuse',
    'account',
    'accounts',
    'announcements',
    'anonymous',
    'billing',
    'bot',
    'contact',
    'deleted',
    'everyone',
  ],
  ...[
    'former-member',
    'a-former-member',
    'founder',
    'help',
    'helpdesk',
    'host',
    'hostmaster',
    'info',
    'legal',
    'mod',
    'mods',
  ],
  ...[
    'moderation',
    'news',
    'newsletter',
    'noreply',
    'no-reply',
    'null',
    'official',
    'owner',
    'postmaster',
    'press',
    'privacy',
  ],
  ...[
    'root',
    'security',
    'site',
    'staff',
    'superuser',
    'support',
    'sysop',
    'system',
    'team',
    'the-site',
    'trust-and-safety',
  ],
  ...['undefined', 'verified', 'webmaster'],
] as const;

/** Words that claim a role wherever they stand in a handle or a name. */
export const ROLE_WORDS = [
  ...[
    'admin',
    'admins',
    'administrator',
    'administrators',
    'moderator',
    'moderators',
    'sysadmin',
    'superadmin',
  ],
] as const;

/** Words that claim a role beside the site's name, as in “Sprig support”. */
export const TEAM_WORDS = [
  ...[
    'account',
    'admin',
    'crew',
    'editor',
    'editors',
    'help',
    'mod',
    'mods',
    'news',
    'official',
    'owner',
    'security',
    'staff',
  ],
  ...['support', 'team', 'verified'],
] as const;
