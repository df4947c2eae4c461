import { readSiteFile } from '@/server/fields/site-file';

/** A text and a choice, of which imports have values. */
export const importedFields = readSiteFile(
  JSON.stringify({
    fields: [
      { key: 'license', label: 'Open source', type: 'text', format: 'spdx' },
      {
        key: 'runs',
        label: 'Runs on',
        type: 'choices',
        choices: [
          { value: 'web', label: 'Web' },
          { value: 'linux', label: 'Linux' },
        ],
      },
    ],
  }),
  'site.json',
);
