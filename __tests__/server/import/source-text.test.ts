import { encode } from 'iconv-lite';
import { decodeText } from '@/server/import/formats/source-text';

async function decode(bytes: Uint8Array, size = 7): Promise<string> {
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size)
      yield await Promise.resolve(bytes.subarray(at, at + size));
  }
  let text = '';
  for await (const part of decodeText(parts())) text += part;
  return text;
}

const German =
  'name,url,text\nGrößenwahn,https://a.example.com,Für alle, die Öl mögen\nCafé,https://b.example.com,Über uns';

it.each([
  ['utf-8', '\uFEFFGröße 工具'],
  ['utf-16le', '\uFEFFGröße 工具'],
  ['utf-16be', '\uFEFFGröße 工具'],
  ['utf-16le', 'name,url\nGröße,https://a.example.com'],
  ['utf-16be', 'name,url\nGröße,https://a.example.com'],
] as const)('reads %s, with or without a mark: %j', async (encoding, text) => {
  const little = Buffer.from(text, encoding === 'utf-8' ? 'utf-8' : 'utf-16le');
  expect(await decode(encoding === 'utf-16be' ? little.swap16() : little)).toBe(text.replace('\uFEFF', ''));
});

it.each([
  ['windows-1252', German],
  ['windows-1252', 'name,url\nCafé,https://cafe.example.com\nPlain,https://plain.example.com'],
  ['windows-1252', 'name,url,text\nAda,https://a.example.com,“Quoted” – and more'],
  [
    'windows-1251',
    'Название;Ссылка\nИнструмент для людей;https://a.example.com\nРедактор текста для тех, кто пишет;https://b.example.com',
  ],
  [
    'koi8-r',
    'Название;Ссылка\nИнструмент для людей;https://a.example.com\nРедактор текста для тех, кто пишет;https://b.example.com',
  ],
  ['shift_jis', '名前,リンク\n東京ツール,https://a.example.com\n日本語の説明文です,https://b.example.com'],
  [
    'gb18030',
    '名称,链接\n工具,https://a.example.com\n这是一个很好的工具,https://b.example.com\n我们的网站是在这里的,https://c.example.com',
  ],
  [
    'iso-8859-2',
    'nazwa,link\nZażółć gęślą jaźń,https://a.example.com\nNarzędzie dla ludzi, którzy piszą książki i świetne wiersze po łódzku,https://b.example.com',
  ],
] as const)('tells %s from its bytes', async (encoding, text) => {
  expect(await decode(encode(text, encoding))).toBe(text);
});

it.each([
  ['XML', `<?xml version="1.0" encoding="windows-1250"?>\n<a>Zażółć</a>`, 'windows-1250'],
  ['HTML', `<html><meta charset="big5"><p>工具</p>`, 'big5'],
  [
    'HTML of old browsers',
    `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=euc-kr"><p>도구</p>`,
    'euc-kr',
  ],
] as const)('believes what %s says of itself', async (_, text, encoding) => {
  expect(await decode(encode(text, encoding))).toBe(text);
});

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

it.each([
  [
    'a place that is broken',
    bytes('Größe 工具\nGr', 0xf6, 0xdf, 'e\n工具'),
    'line 2 has bytes of another encoding',
  ],
  ['too few bytes to tell', bytes('one\ntwo\n', 0x81, 0x9d), 'line 3 has bytes of another encoding'],
  [
    'a spreadsheet',
    bytes('PK', 3, 4, 0, 0),
    'This is a spreadsheet or a ZIP archive. Export it as CSV, or unpack it.',
  ],
  ['other bytes', bytes(0, 1, 2, 0, 0, 7), 'This is not a text file.'],
])('refuses %s, and names the place', async (_, content, message) => {
  await expect(decode(content)).rejects.toThrow(message);
});

it('names the line that is broken beyond the part that told the encoding', async () => {
  const line = `${'é'.repeat(49)}\n`;
  const content = bytes(line.repeat(70_000), 'bad ', 0xff, '\n', line);
  await expect(decode(content, 65_536)).rejects.toThrow('Line 70,001 is not in UTF-8');
});
