import { Icon } from '@/components/ui/icon';
import { env } from '@/lib/env';

type SiteMarkProps = {
  /** Size and corners. */
  className: string;
  /** Size of the mark within the color of the site. */
  markClassName: string;
};

/** The logo of the site, or else its mark on its color. */
export const SiteMark = ({ className, markClassName }: SiteMarkProps) =>
  env.siteLogo ? (
    <img src={env.siteLogo} alt="" className={className} />
  ) : (
    <span className={`grid place-items-center bg-brand text-on-brand ${className}`}>
      <Icon name="sprout" className={markClassName} />
    </span>
  );
