import { readSiteFile } from '@/server/fields/site-file';

const choice = (label: string) => ({ value: label.toLowerCase().replaceAll(' ', '-'), label });

/** A site file with a field of every type that search can be filtered by, and one of a type that it cannot. */
export const facetSiteFile = JSON.stringify({
  fields: [
    {
      ...{ key: 'price', label: 'Price', type: 'choice', facet: true },
      choices: ['Free', 'Free plan', 'Paid'].map(choice),
    },
    {
      ...{ key: 'platform', label: 'Platforms', type: 'choices', facet: true },
      choices: ['Web', 'macOS', 'Linux', 'Self-hosted'].map(choice),
    },
    { key: 'license', label: 'License', type: 'text', facet: true },
    { key: 'variable', label: 'Variable', type: 'boolean', facet: true },
    { key: 'weights', label: 'Weights', type: 'number', facet: true },
    { key: 'cost', label: 'Cost', type: 'money', currency: 'USD', facet: true, formerKeys: ['fee'] },
    { key: 'released', label: 'Released', type: 'date', facet: true },
    {
      ...{ key: 'language', label: 'Languages', type: 'choices', facet: true },
      choices: Array.from({ length: 30 }, (_, index) => choice(`Language ${index + 1}`)),
    },
    { key: 'source', label: 'Source', type: 'url' },
    { key: 'notes', label: 'Notes', type: 'text' },
  ],
});

export const facetFields = readSiteFile(facetSiteFile, 'site.json');
