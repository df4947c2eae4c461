/** Reasons that fit most rejections. The server puts the product's name in place of `{name}`. */
export const REJECTION_REASONS = (noun: string) => [
  { label: 'Duplicate', text: "It's already listed here, under another name or link." },
  { label: 'Spam', text: `It reads like an ad. Please say plainly what the ${noun} does.` },
  { label: 'Broken link', text: "The link doesn't open. Please fix it and submit again." },
  { label: `Not a web ${noun}`, text: `It isn't a web ${noun}.` },
  {
    label: 'One of many',
    text: '{name} came with many others of the same kind. Please submit the best one.',
  },
];
