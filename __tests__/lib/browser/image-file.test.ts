import { LOGO_TYPES } from '@/lib/contract/image';
import { imageFileProblem } from '@/hooks/use-image-upload';

const file = (type: string, name = 'a', bytes = 1) => new File([new Uint8Array(bytes)], name, { type });

it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])('accepts %s', (type) => {
  expect(imageFileProblem(file(type))).toBeUndefined();
});

it.each([
  [file('image/svg+xml', 'a.svg'), "a.svg isn't an image we can use. Choose a PNG, JPEG, WebP, GIF or AVIF."],
  [file('', ''), "That file isn't an image we can use. Choose a PNG, JPEG, WebP, GIF or AVIF."],
  [file('image/png', 'a.png', 0), 'a.png is empty.'],
  [file('image/png', 'a.png', 8 * 1024 * 1024), undefined],
  [
    file('image/png', 'a.png', 8 * 1024 * 1024 + 1),
    'a.png is 8.0 MiB. The limit is 8 MiB. Make it smaller and try again.',
  ],
])('explains what is wrong with %#', (given, problem) => {
  expect(imageFileProblem(given)).toBe(problem);
});

it.each([
  [file('image/svg+xml', 'a.svg'), undefined],
  [file('image/x-icon', 'a.ico'), undefined],
  [
    file('application/pdf', 'a.pdf'),
    "a.pdf isn't an image that can be a logo. Choose an SVG, PNG, JPEG, WebP, GIF, AVIF or ICO.",
  ],
  [
    file('', ''),
    "That file isn't an image that can be a logo. Choose an SVG, PNG, JPEG, WebP, GIF, AVIF or ICO.",
  ],
  [file('image/svg+xml', 'a.svg', 256 * 1024), undefined],
  [
    file('image/svg+xml', 'a.svg', 256 * 1024 + 1),
    'a.svg has 257 KiB. An SVG may have at most 256 KiB: simplify it, or save it as PNG.',
  ],
])('explains what is wrong with a logo: %#', (given, problem) => {
  expect(imageFileProblem(given, LOGO_TYPES)).toBe(problem);
});
