/** Names that fonts, shaping, lines or markup can fail at. */
export const hardNames = [
  ...[
    'مرحبا بالعالم',
    'שלום עולם',
    'สวัสดีชาวโลก',
    'नमस्ते दुनिया',
    '日本語ツール',
    '简体中文设计工具们',
    '한국어 도구',
  ],
  ...[
    'Rocket 🚀 emoji 😍',
    'Ελληνικά Привет',
    'W'.repeat(60),
    '𝕸'.repeat(30),
    'العربية with 日本 123',
    '﷽﷽﷽﷽',
  ],
  ...[
    'a&b <b>"c"</b> </span><svg onload=1>',
    '&amp;#0;',
    'Z̷̡̢̛̝̞͎alg̷o̸',
    'A',
    'தமிழ்',
    'বাংলা',
    '\u202Eabc',
    'a\u0007b\u200B',
  ],
];
