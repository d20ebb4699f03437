import { Drawing } from './drawing';
import * as shapes from './shapes';

/** All of them, by name: for places where the name is not known before. */
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
  /** Edge length; by default it grows with the text beside it. */
  size?: number;
}

/** A line drawing by its name. It brings every drawing along; `Drawing` brings only the one shown. */
export function Icon({ name, size }: IconProps) {
  return <Drawing shape={byName[name]} size={size} />;
}
