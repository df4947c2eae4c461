import { detectFormat } from '@/server/import/formats/import-format';

it.each([
  ['# List\n\n- [Ada](https://ada.example.com)', '-', 'markdown'],
  ['[![Awesome](https://awesome.re/badge.svg)](https://awesome.re)\n# List', '-', 'markdown'],
  ['| Name | URL |\n|---|---|\n| Ada | https://ada.example.com |', '-', 'markdown'],
  ['name,url\nAda,https://ada.example.com', '-', 'csv'],
  ['Ada;https://ada.example.com;Text', '-', 'csv'],
  ['[\n  {"name": "Ada"}]', '-', 'json'],
  ['{"products": [\n{}]}', '-', 'json'],
  ['{"name":"Ada"}\n{"name":"Bob"}', '-', 'jsonl'],
  ['{"name":"Ada"}\n{"name":"Bob"}', 'list.json', 'jsonl'],
  ['[{"name":"Ada"}]', 'list.jsonl', 'json'],
  ['<!DOCTYPE html>\n<ul></ul>', '-', 'html'],
  ['a, b', 'list.csv', 'csv'],
  ['a\tb', 'list.TSV', 'csv'],
  ['', '-', 'markdown'],
  ['[]', '-', 'json'],
  ['{}', '-', 'jsonl'],
  ['{"a":1}\nrest', '-', 'json'],
  ['{"a":1}', 'list.md', 'markdown'],
  ['Ada,https://x.example', 'list.markdown', 'markdown'],
  ['<html lang="en">', '-', 'html'],
  ['Title\n=====', '-', 'markdown'],
  ['"url";"name"', '-', 'csv'],
  ['<DL><p>\n<DT><A HREF="x">', 'list.html', 'bookmarks'],
  ['<!-- c --><!DOCTYPE NETSCAPE-Bookmark-file-1>', '-', 'bookmarks'],
])('detects %j in a file named %s as %s', (text, fileName, format) => {
  expect(detectFormat(text, fileName)).toBe(format);
});
