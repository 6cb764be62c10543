import type { MessageDescriptor } from '@lingui/core'

interface Address {
  readonly path: `/${string}`
  /** Draws it. Under `src/`; its path is the one written in its `createFileRoute`. */
  readonly file: string
  readonly access: 'visitor' | 'member'
  readonly title: MessageDescriptor
  readonly tab?: 'home' | 'mall' | 'news' | 'my'
  /** A second address of the same place. */
  readonly alias?: `/${string}`
  /** Not in the specification; added by us. */
  readonly ours?: true
}

/** One route of the specification's section 2: where it is, what draws it, who may open it. */
export type Place = Address & { readonly path: (typeof table)[number]['path'] }

export const homePath = '/pages/index/productList'
/** The Mall tab: where "back" leads without a history, and what is shared. */
export const mallPath = '/pages/index/index'
export const loginPath = '/pages/auth/login'
export const passwordPath = '/pages/auth/changePassword'

// Plain values only: vite.config.ts reads this file before anything is compiled.
const table = [
  {
    path: '/pages/index/productList',
    file: 'features/home/product-list-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.index.productList', message: 'Home' },
    tab: 'home',
    alias: '/',
  },
  {
    path: '/pages/index/index',
    file: 'features/home/mall-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.index.index', message: 'Mall' },
    tab: 'mall',
  },
  {
    path: '/subPages/news/list',
    file: 'features/news/news-list-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.news.list', message: 'News' },
    tab: 'news',
  },
  {
    path: '/pages/index/my',
    file: 'features/home/my-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.index.my', message: 'My' },
    tab: 'my',
  },
  {
    path: '/pages/index/index2',
    file: 'features/home/restricted-home-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.index.index2', message: 'Home' },
  },
  {
    path: '/pages/index/productList2',
    file: 'features/home/second-product-list-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.index.productList2', message: 'More products' },
  },
  {
    path: '/pages/index/team',
    file: 'features/team/team-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.index.team', message: 'Team' },
  },
  {
    path: '/pages/index/my2',
    file: 'features/home/restricted-my-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.index.my2', message: 'My' },
  },
  {
    path: '/pages/auth/login',
    file: 'features/auth/login-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.auth.login', message: 'Log in' },
  },
  {
    path: '/pages/auth/register',
    file: 'features/auth/register-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.auth.register', message: 'Register' },
  },
  {
    path: '/pages/auth/changePassword',
    file: 'features/auth/change-password-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.auth.changePassword', message: 'Change password' },
  },
  {
    path: '/pages/auth/bind',
    file: 'features/auth/bind-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.auth.bind', message: 'Bind phone' },
  },
  {
    path: '/pages/my/historyList',
    file: 'features/wallet/bills/bill-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.historyList', message: 'Wallet details' },
  },
  {
    path: '/pages/my/invite',
    file: 'features/team/invite-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.invite', message: 'Invite' },
  },
  {
    path: '/pages/my/checkIn',
    file: 'features/rewards/check-in-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.checkIn', message: 'Daily check-in' },
  },
  {
    path: '/pages/my/inviteGift',
    file: 'features/team/invite-gift-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.inviteGift', message: 'Invite rewards' },
  },
  {
    path: '/pages/my/equity',
    file: 'features/levels/level-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.equity', message: 'Member levels' },
  },
  {
    path: '/pages/my/coupon',
    file: 'features/rewards/coupon-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.coupon', message: 'Coupons' },
  },
  {
    path: '/pages/my/set',
    file: 'features/settings/settings-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.set', message: 'Settings' },
  },
  {
    path: '/pages/my/changeInfo',
    file: 'features/settings/change-profile-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.changeInfo', message: 'Change profile' },
  },
  {
    path: '/pages/my/productOrderList',
    file: 'features/orders/order-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.productOrderList', message: 'Product orders' },
  },
  {
    path: '/pages/my/gift',
    file: 'features/rewards/gift-code-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.gift', message: 'Redeem gift code' },
  },
  {
    path: '/pages/my/newUser',
    file: 'features/settings/avatar/new-user-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.newUser', message: 'Set avatar and nickname' },
  },
  {
    path: '/pages/my/answer',
    file: 'features/rewards/quiz-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.answer', message: 'Daily quiz' },
  },
  {
    path: '/pages/my/update',
    file: 'features/settings/update-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.my.update', message: 'App update' },
  },
  {
    path: '/pages/web/webview',
    file: 'features/news/web-page-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.web.webview', message: 'Web page' },
  },
  {
    path: '/pages/web/showCard',
    file: 'features/cards/show-card-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.web.showCard', message: 'Card' },
  },
  {
    path: '/pages/pay/pay',
    file: 'features/orders/pay-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.pay.pay', message: 'Pay' },
  },
  {
    path: '/pages/pay/ustd',
    file: 'features/wallet/top-up/stablecoin-top-up-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.pay.ustd', message: 'Top up' },
  },
  {
    path: '/pages/cropper/cropper',
    file: 'features/settings/avatar/cropper-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.cropper.cropper', message: 'Crop avatar' },
  },
  {
    path: '/choose-location',
    file: 'features/locations/choose-location-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.choose-location', message: 'Choose a location' },
  },
  {
    path: '/open-location',
    file: 'features/locations/open-location-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.open-location', message: 'Location' },
  },
  {
    path: '/subPages/news/detail',
    file: 'features/news/news-detail-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.news.detail', message: 'News article' },
  },
  {
    path: '/subPages/product/list',
    file: 'features/products/product-list-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.product.list', message: 'Products' },
  },
  {
    path: '/subPages/product/detail',
    file: 'features/products/vehicle-detail-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.product.detail', message: 'Vehicle' },
  },
  {
    path: '/subPages/product/detail2',
    file: 'features/products/pile-detail-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.product.detail2', message: 'Charging pile' },
  },
  {
    path: '/subPages/product/createOrder',
    file: 'features/orders/create-order-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.product.createOrder', message: 'Create order' },
  },
  {
    path: '/subPages/product/myProduct',
    file: 'features/products/my-product-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.product.myProduct', message: 'My products' },
  },
  {
    path: '/subPages/product/myProductDetail',
    file: 'features/products/my-product-detail-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.product.myProductDetail', message: 'My product' },
  },
  {
    path: '/subPages/product/myProductDetail2',
    file: 'features/products/my-product-income-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.product.myProductDetail2', message: 'My product income' },
  },
  {
    path: '/subPages/card/list',
    file: 'features/cards/card-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.card.list', message: 'Bank cards' },
  },
  {
    path: '/subPages/card/addCard',
    file: 'features/cards/add-card-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.card.addCard', message: 'Add card' },
  },
  {
    path: '/subPages/address/address',
    file: 'features/addresses/address-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.address.address', message: 'Addresses' },
  },
  {
    path: '/subPages/address/editAddress',
    file: 'features/addresses/edit-address-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.address.editAddress', message: 'Edit address' },
  },
  {
    path: '/subPages/withdraw/index',
    file: 'features/wallet/withdrawal/withdraw-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.withdraw.index', message: 'Withdraw' },
  },
  {
    path: '/subPages/repayment/index',
    file: 'features/cards/repayment-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.repayment.index', message: 'Card bill repayment' },
  },
  {
    path: '/subPages/message/list',
    file: 'features/messages/message-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.message.list', message: 'Messages' },
  },
  {
    path: '/subPages/contract/view',
    file: 'features/contracts/contract-view-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.contract.view', message: 'Contract' },
  },
  {
    path: '/subPages/contract/edit',
    file: 'features/contracts/contract-edit-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.contract.edit', message: 'Sign or update contract' },
  },
  {
    path: '/subPages/box/index',
    file: 'features/games/gold-lottery-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.index', message: 'Gold-coin lottery' },
  },
  {
    path: '/subPages/box/index2',
    file: 'features/games/lucky-lottery-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.index2', message: 'Lucky Ball lottery' },
  },
  {
    path: '/subPages/box/index3',
    file: 'features/games/box-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.index3', message: 'Box game' },
  },
  {
    path: '/subPages/box/index4',
    file: 'features/games/second-box-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.index4', message: 'Second box game' },
  },
  {
    path: '/subPages/box/historyList',
    file: 'features/games/history-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.historyList', message: 'Draw history' },
  },
  {
    path: '/subPages/box/giftList',
    file: 'features/games/prizes-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.giftList', message: 'Prizes won' },
  },
  {
    path: '/subPages/jackpot/index',
    file: 'features/games/jackpots-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.jackpot.index', message: 'Jackpot' },
  },
  {
    path: '/subPages/jackpot/index2',
    file: 'features/games/pool-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.jackpot.index2', message: 'Prize pool' },
  },
  {
    path: '/subPages/pointsmall/index',
    file: 'features/pointsmall/mall-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.pointsmall.index', message: 'Points mall' },
  },
  {
    path: '/subPages/pointsmall/detail',
    file: 'features/pointsmall/detail-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.pointsmall.detail', message: 'Points product' },
  },
  {
    path: '/subPages/pointsmall/createOrder',
    file: 'features/pointsmall/create-order-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.pointsmall.createOrder', message: 'Points order' },
  },
  {
    path: '/subPages/pointsmall/orderList',
    file: 'features/pointsmall/order-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.pointsmall.orderList', message: 'Points orders' },
  },
  {
    path: '/subPages/salary/list',
    file: 'features/salary/salary-list-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.salary.list', message: 'Weekly salary' },
  },
  {
    path: '/subPages/statistics/index',
    file: 'features/statistics/statistics-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.statistics.index', message: 'Statistics centre' },
  },
  {
    path: '/subPages/statistics/productIncome',
    file: 'features/statistics/product-income-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.statistics.productIncome', message: 'Income by product' },
  },
  {
    path: '/pages/my/queue',
    file: 'features/settings/queue-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.queue', message: 'Waiting to be sent' },
    ours: true,
  },
  {
    path: '/pages/my/offline',
    file: 'features/settings/offline-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.my.offline', message: 'Offline and storage' },
    ours: true,
  },
  {
    path: '/subPages/product/compare',
    file: 'features/products/compare-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.product.compare', message: 'Compare offers' },
    ours: true,
  },
  {
    path: '/pages/my/books',
    file: 'features/wallet/books/books-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.my.books', message: 'Where the money is' },
    ours: true,
  },
  {
    path: '/pages/my/operators',
    file: 'features/wallet/books/operators-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.my.operators', message: 'Operators' },
    ours: true,
  },
  {
    path: '/pages/my/help',
    file: 'features/news/help-screen.tsx',
    access: 'visitor',
    title: /*i18n*/ { id: 'title.my.help', message: 'Help' },
    ours: true,
  },
  {
    path: '/pages/my/security',
    file: 'features/auth/security-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.my.security', message: 'Security' },
    ours: true,
  },
  {
    path: '/subPages/box/check',
    file: 'features/games/check-screen.tsx',
    access: 'member',
    title: /*i18n*/ { id: 'title.box.check', message: 'Check this draw' },
    ours: true,
  },
] as const satisfies readonly Address[]

export const sitemap: readonly Place[] = table

const places = new Map(sitemap.map((place): [string, Place] => [place.path, place]))

/** The place at a path, or undefined where the app has none. */
export function placeAt(path: string): Place | undefined {
  return places.get(path)
}

/** Whether a route such as `/pages/my/checkIn?day=1` leads to a place of the app. */
export function isRoute(route: string): boolean {
  const [path = ''] = route.split('?')
  return places.has(path) || sitemap.some(({ alias }) => alias === path)
}

/** The folder of `features/` that draws a place. */
export function areaOf({ file }: Pick<Place, 'file'>): string {
  return file.split('/')[1]!
}
