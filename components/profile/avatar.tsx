import { ResponsiveImage } from '@/components/layout/responsive-image';
import { tileURL } from '@/lib/pages/paths';

type AvatarProps = { name: string; avatarURL: string | null; className: string };

/** A decorative image: the name is beside it. Shows the initials of the name if the member has no image. */
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
