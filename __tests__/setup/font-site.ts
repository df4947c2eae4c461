export const FONT_STYLES = ['sans', 'serif', 'mono', 'hand'];
/** A site file of a directory of fonts, with a facet of each type that lists can be filtered by. */
export const FONT_SITE = JSON.stringify({
  fields: [
    { key: 'foundry', label: 'Foundry', type: 'text', facet: true },
    {
      key: 'style',
      label: 'Styles',
      type: 'choices',
      facet: true,
      choices: FONT_STYLES.map((value) => ({ value, label: value.toUpperCase() })),
    },
    { key: 'variable', label: 'Variable', type: 'boolean', facet: true },
    { key: 'weights', label: 'Weights', type: 'number', facet: true },
    { key: 'cost', label: 'Cost', type: 'money', currency: 'EUR', facet: true },
    { key: 'released', label: 'Released', type: 'date', facet: true },
    { key: 'designer', label: 'Designer', type: 'text' },
  ],
});
