/** The number as sign-in asks for it, for password managers where no field asks: Chromium reads no type=hidden. */
export const UserName = ({ phone }: { phone: string }) => (
  <p hidden>
    <label>
      Mobile number <input type="text" autoComplete="username" value={phone.replace(/^\+91/, '')} readOnly />
    </label>
  </p>
)
