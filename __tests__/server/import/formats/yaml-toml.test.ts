import type { ImportFormat } from '@/lib/contract/import';
import { readImport } from '@/server/import/formats/read-import';

async function readAll(format: ImportFormat, text: string) {
  async function* once() {
    yield await Promise.resolve(text);
  }
  const lines = [];
  for await (const line of readImport(format, once())) lines.push(line);
  return lines;
}

it.each([
  ['yaml', '- name: Ada\n  url: https://ada.example.com\n'],
  ['toml', '[[tools]]\nname = "Ada"\nurl = "https://ada.example.com"\n'],
] as const)('tells the links of comments in %s, however lines end', async (format, records) => {
  for (const end of ['\n', '\r\n']) {
    const text = `# See https://bob.example.com\n${records}`.replaceAll('\n', end);
    expect(await readAll(format, text)).toEqual([
      expect.objectContaining({ kind: 'skipped', line: 1, url: 'https://bob.example.com' }),
      expect.objectContaining({ kind: 'entry', line: 2, url: 'https://ada.example.com' }),
    ]);
  }
});

it('merges keys of YAML that are names of the language, too', async () => {
  const yaml =
    'a: &a\n  __proto__: https://bob.example.com\nb:\n  <<: *a\n  name: Ada\n  url: https://ada.example.com\n';
  expect(await readAll('yaml', yaml)).toEqual([
    expect.objectContaining({ kind: 'entry', url: 'https://bob.example.com' }),
    expect.objectContaining({ kind: 'entry', url: 'https://ada.example.com' }),
    expect.objectContaining({ kind: 'part', url: 'https://bob.example.com' }),
  ]);
});
