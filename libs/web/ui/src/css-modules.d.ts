// Types of files that the bundler handles. Class names are the default export: `import styles from './button.module.css'`.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}
declare module '*.css';
declare module '*.svg' {
  const url: string;
  export = url;
}
declare module '*.png' {
  const url: string;
  export = url;
}
