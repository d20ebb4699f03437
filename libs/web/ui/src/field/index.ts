export { EmailField } from './email-field';
export { Field, type FieldControl, type FieldProps, type FieldTexts } from './field';
export { PasswordField, type PasswordFieldProps } from './password-field';
export { TextAreaField, type TextAreaFieldProps } from './text-area-field';
export { TextField, type TextFieldProps } from './text-field';
export { SelectField, type SelectFieldProps } from './select-field';
