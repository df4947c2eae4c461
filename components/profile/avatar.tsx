import { ResponsiveImage } from '@/components/layout/responsive-image';
import { tileURL } from '@/lib/pages/paths';

type AvatarProps = { name: string; avatarURL: string | null; className: string };

/** Decorative: the name stands beside it. Without a picture, the initials of the name. */
export function Avatar({ name, avatarURL, className }: AvatarProps) {
  const initials = tileURL(name);
  return (
    <ResponsiveImage
      src={avatarURL ?? initials}
      fallbackSrc={initials}
      sizes="5rem"
      width={160}
      height={160}
      className={`rounded-full bg-raised object-cover ${className}`}
      isEager
    />
  );
}
