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
  | 'sprig'
  | 'sun'
  | 'tag'
  | 'trash'
  | 'trophy'
  | 'user'
  | 'x'
  | 'youtube';

type IconProps = {
  name: IconName;
  /** Sets size and colour; 20 px and the text's colour otherwise. */
  className?: string;
};

/** A picture beside words or inside a named control; never the only carrier of meaning. */
export function Icon({ name, className = 'size-5' }: IconProps) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
