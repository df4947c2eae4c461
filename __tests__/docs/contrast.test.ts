import { readFileSync } from 'node:fs';

type Color = { channels: readonly number[]; alpha: number };

const text = readFileSync('styles/tokens.css', 'utf8');
const [dark = '', light = ''] = text.split(':root.light');

/** Reads `#rrggbb` and `rgb(r g b / alpha)`. */
function parseColor(value: string): Color {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value);
  if (hex) return { channels: hex.slice(1).map((pair) => Number.parseInt(pair, 16)), alpha: 1 };
  const [red = NaN, green = NaN, blue = NaN, alpha = NaN] = [...value.matchAll(/[\d.]+/g)].map(Number);
  return { channels: [red, green, blue], alpha };
}

function colorsOf(...blocks: readonly string[]): (name: string) => Color {
  const colors = new Map(
    blocks
      .flatMap((block) => [...block.matchAll(/--([\w-]+): (#\w{6}|rgb\([^)]*\));/g)])
      .map(([, name = '', value = '']) => [name, parseColor(value)]),
  );
  return (name) => {
    const color = colors.get(name);
    if (!color) throw new Error(`styles/tokens.css has no color --${name}`);
    return color;
  };
}

const THEMES = { dark: colorsOf(dark), light: colorsOf(dark, light) };

/** Lays a color over an opaque one. */
const over = (top: Color, below: Color): Color => ({
  channels: top.channels.map(
    (value, index) => value * top.alpha + (below.channels[index] ?? 0) * (1 - top.alpha),
  ),
  alpha: 1,
});

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance({ channels }: Color): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(front: Color, ground: Color): number {
  const [one, other] = [luminance(over(front, ground)), luminance(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const GROUNDS = ['ground', 'surface', 'raised'];
const WHITE = parseColor('#ffffff');

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  const color = THEMES[theme];
  const grounds = GROUNDS.flatMap((name) => [
    { ground: name, shown: color(name) },
    { ground: `tint on ${name}`, shown: over(color('tint'), color(name)) },
  ]);
  /** Lists what has too little contrast. */
  const below = (least: number, names: readonly string[], on: readonly { ground: string; shown: Color }[]) =>
    names.flatMap((name) =>
      on
        .filter(({ shown }) => contrast(color(name), shown) < least)
        .map(({ ground, shown }) => `${name} on ${ground}: ${contrast(color(name), shown).toFixed(2)}`),
    );

  it('text has a contrast of at least 4.5 on every ground, and on a tint over it', () => {
    expect(below(4.5, ['ink', 'muted', 'accent', 'danger'], grounds)).toEqual([]);
  });

  it('text has that contrast on the brand color, and over the lightest image below a scrim', () => {
    const fills = ['brand', 'brand-hover'].map((name) => ({ ground: name, shown: color(name) }));
    expect(below(4.5, ['on-brand'], fills)).toEqual([]);
    expect(below(4.5, ['on-scrim'], [{ ground: 'scrim', shown: over(color('scrim'), WHITE) }])).toEqual([]);
  });

  it('the outline of a text field, the focus and a control that is on have a contrast of at least 3', () => {
    expect(below(3, ['field-edge', 'accent'], grounds)).toEqual([]);
  });
});
