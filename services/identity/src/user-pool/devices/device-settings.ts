export const DEVICE_POLICIES = ['off', 'opt-in', 'always'] as const;

/** Whether devices are remembered, so that signing in on one needs no second factor. */
export class DeviceSettings {
  constructor(
    /** `opt-in`: where the person says so; `always`: each one that someone signed in on. */
    readonly policy: (typeof DEVICE_POLICIES)[number],
  ) {}
}
