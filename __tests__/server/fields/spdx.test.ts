import { findSpdxId, isSpdxWord } from '@/server/fields/spdx';

it.each([
  ['Mozilla Public License, version 2.0', 'MPL-2.0'],
  ['GNU General Public License v3.0', 'GPL-3.0'],
  ['GNU GPLv3', 'GPL-3.0'],
  ['GPLv2+', 'GPL-2.0-or-later'],
  ['GNU Lesser General Public License v2.1', 'LGPL-2.1'],
  ['GNU Affero General Public License v3.0', 'AGPL-3.0'],
  ['Apache License V2', 'Apache-2.0'],
  ['BSD 2 License', 'BSD-2-Clause'],
  ['3-Clause BSD', 'BSD-3-Clause'],
  ['New BSD License', 'BSD-3-Clause'],
  ['CC BY 4.0', 'CC-BY-4.0'],
  ['CC0', 'CC0-1.0'],
  ['SIL Open Font License 1.1', 'OFL-1.1'],
  ['The Unlicense', 'Unlicense'],
  ['LGPL2.1', 'LGPL-2.1'],
  ['GPL3', 'GPL-3.0'],
  ['Apache2.0', 'Apache-2.0'],
  ['BSD_3Clause', 'BSD-3-Clause'],
  ['Expat', 'MIT'],
])('reads the name %s', (name, id) => {
  expect(findSpdxId(name)).toBe(id);
});

it.each([
  ['https://spdx.org/licenses/MIT.html', 'MIT'],
  ['http://www.opensource.org/licenses/BSD-3-Clause', 'BSD-3-Clause'],
  ['https://choosealicense.com/licenses/agpl-3.0/', 'AGPL-3.0'],
  ['https://www.gnu.org/licenses/old-licenses/gpl-2.0.en.html', 'GPL-2.0'],
  ['https://www.apache.org/licenses/LICENSE-2.0.txt', 'Apache-2.0'],
  ['https://www.mozilla.org/en-US/MPL/2.0/', 'MPL-2.0'],
  ['https://creativecommons.org/licenses/by-sa/4.0/deed.en', 'CC-BY-SA-4.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
  ['https://unlicense.org', 'Unlicense'],
  ['https://www.eclipse.org/legal/epl-v10.html', 'EPL-1.0'],
  ['https://www.eclipse.org/legal/epl-2.0/', 'EPL-2.0'],
  ['https://directory.fsf.org/wiki/License:BSD_3Clause', 'BSD-3-Clause'],
])('reads the page %s', (url, id) => {
  expect(findSpdxId(url)).toBe(id);
});

it.each([
  ...[
    'BSD',
    'GPL',
    'AGPL',
    'Apache Software License',
    'Public domain',
    'UNLICENSED',
    'MIT/X11',
    'FreeBSD',
    '',
  ],
  ...[
    'https://evil.example/licenses/MIT',
    'https://github.com/a/b/blob/main/LICENSE',
    'ftp://spdx.org/licenses/MIT',
  ],
  ...['https://opensource.org/licenses/gpl-license', 'https://', `${'GPL '.repeat(100)}3`],
])('knows no license of %j', (text) => {
  expect(findSpdxId(text)).toBeUndefined();
});

it('takes the name of a language or program for a license only where a license is stated', () => {
  expect([findSpdxId('Ruby'), isSpdxWord('Ruby'), isSpdxWord('PostgreSQL'), isSpdxWord('MIT')]).toEqual([
    'Ruby',
    false,
    false,
    true,
  ]);
});
