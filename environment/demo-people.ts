/** The passwords are public: never seed these people in production. */
export const demoPeople = [
  {
    username: 'Asha Verma',
    phone_number: '9000000001',
    email: 'asha@demo.example',
    password: 'demo-asha-2026',
    friend: null,
  },
  {
    username: 'Ravi Nair',
    phone_number: '9000000002',
    email: 'ravi@demo.example',
    password: 'demo-ravi-2026',
    friend: 'Asha Verma',
  },
  {
    username: 'Meera Iyer',
    phone_number: '9000000003',
    email: 'meera@demo.example',
    password: 'demo-meera-2026',
    friend: null,
  },
  {
    username: 'Venkata Satyanarayana Padmanabha Rao Chilakamarthi',
    phone_number: '9000000004',
    email: 'venkata@demo.example',
    password: 'demo-venkata-2026',
    friend: null,
  },
  {
    username: 'क्षितिज श्रीवास्तव',
    phone_number: '9000000005',
    email: 'kshitij@demo.example',
    password: 'demo-kshitij-2026',
    friend: null,
  },
] as const

export const demoOperator = {
  name: 'Lakshmi Menon',
  email: 'lakshmi@demo.example',
  password: 'demo-lakshmi-2026',
} as const
