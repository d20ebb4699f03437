import { Drawing } from './drawing';
import * as shapes from './shapes';

/** All icons by name, for names that are only known at runtime. */
const byName = {
  alert: shapes.alert,
  'arrow-left': shapes.arrowLeft,
  check: shapes.check,
  copy: shapes.copy,
  download: shapes.download,
  eye: shapes.eye,
  'eye-off': shapes.eyeOff,
  file: shapes.file,
  info: shapes.info,
  'log-out': shapes.logOut,
  menu: shapes.menu,
  more: shapes.more,
  moon: shapes.moon,
  pencil: shapes.pencil,
  plus: shapes.plus,
  search: shapes.search,
  sun: shapes.sun,
  trash: shapes.trash,
  upload: shapes.upload,
  user: shapes.user,
  x: shapes.x,
} as const;

export type IconName = keyof typeof byName;

export interface IconProps {
  name: IconName;
  /** Edge length; defaults to the size of the surrounding text. */
  size?: number;
}

/** Icon by name. Bundles all icons; `Drawing` bundles only the rendered one. */
export function Icon({ name, size }: IconProps) {
  return <Drawing shape={byName[name]} size={size} />;
}
