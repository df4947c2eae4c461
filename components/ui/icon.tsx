export type IconName =
  | 'alert'
  | 'arrow-left'
  | 'arrow-right'
  | 'arrow-up'
  | 'arrow-up-right'
  | 'bluesky'
  | 'bookmark'
  | 'bookmark-filled'
  | 'caret-up'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'dashboard'
  | 'discord'
  | 'download'
  | 'flame'
  | 'github'
  | 'globe'
  | 'google'
  | 'home'
  | 'link'
  | 'linkedin'
  | 'mail'
  | 'mastodon'
  | 'monitor'
  | 'moon'
  | 'pencil'
  | 'plus'
  | 'rss'
  | 'search'
  | 'settings'
  | 'share'
  | 'shield'
  | 'sign-out'
  | 'sprout'
  | 'sun'
  | 'tag'
  | 'trash'
  | 'trophy'
  | 'user'
  | 'x'
  | 'youtube';

type IconProps = {
  name: IconName;
  /** Sets size and color. Default: 20 px, in the color of the text. */
  className?: string;
};

/** Decorates a label or a control that has a name of its own. Hidden from screen readers. */
export function Icon({ name, className = 'size-5' }: IconProps) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
