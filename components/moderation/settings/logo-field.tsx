import { ImageField, type ImageFieldLook } from '@/components/layout/image-field';
import { useImageUpload } from '@/hooks/use-image-upload';
import { imageKey, imageVariantURL, uploadedImageURL } from '@/lib/contract/plain/image-url';
import type { SettingKind } from '@/lib/contract/plain/settings';
import type { Setting } from '@/lib/contract/setting';
import { env } from '@/lib/env';
import { t } from '@/lib/texts/texts';

type LogoFieldProps = {
  setting: Setting;
  /** The key of an uploaded image. Empty for none. */
  value: string;
  error?: string;
  onEdit: (value: string) => void;
};

/** Uploads an image at once. It is the logo once the settings are saved. */
export function LogoField({ setting, value, error, onEdit }: LogoFieldProps) {
  const imageURL = value === '' ? null : logoURL(value);
  const edit = (url: string | null) => onEdit((url !== null && imageKey(url)) || '');
  const upload = useImageUpload(imageURL, edit, 'mark', 'logo');
  return (
    <div>
      <ImageField look={lookOf(setting)} {...{ upload, imageURL, error }} />
      <p className="mt-1.5 text-sm text-muted">{setting.meaning}</p>
    </div>
  );
}

const lookOf = ({ label }: Setting): ImageFieldLook => ({
  label,
  choice: t('imageField.chooseLogo', 'Choose a logo'),
  another: t('imageField.chooseAnotherLogo', 'Choose another logo'),
  hint: t(
    'imageField.logoHint',
    'A square image. SVG up to 256 KiB, or PNG, JPEG, WebP, GIF, AVIF or ICO, up to 8 MiB. At least 512 pixels wide is best.',
  ),
  hintToReplace: t(
    'imageField.logoHintToReplace',
    'Drop or paste another image here to replace it. SVG up to 256 KiB, or PNG, JPEG, WebP, GIF, AVIF or ICO, up to 8 MiB.',
  ),
  ready: t('imageField.logoReady', 'The logo is ready.'),
  frame: 'size-16 mark',
});

const logoURL = (key: string) => uploadedImageURL(key, env.serverURL || '/api');

type ShownValueProps = { kind: SettingKind | null; value: string };

/** A value as people see it. */
export const ShownValue = ({ kind, value }: ShownValueProps) =>
  kind === 'image' && imageKey(logoURL(value)) !== undefined ? (
    <img
      src={imageVariantURL(logoURL(value), 'mark', 'webp')}
      alt={t('settings.image', 'An image' /* the value of a setting */)}
      className="size-16 mark"
    />
  ) : (
    <span>{value}</span>
  );
