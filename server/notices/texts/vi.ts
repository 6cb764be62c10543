import type { Catalogue, NoticeParams, PaidDebt } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, asSentence, dayIn } from '../../http/messages/written.ts'
import { returnReasonIn } from '../return-reasons.ts'

const amount = amountIn('vi')
const of = ({ currency }: { currency: string }, value: number) => amount({ currency, amount: value })
const day = dayIn('vi')

/** Where what came in paid a debt first; messages of earlier versions don't say. */
const paid = (p: PaidDebt) => (p.paidDebt ? ` Trong đó ${of(p, p.paidDebt)} đã trả khoản bạn còn nợ.` : '')

const owes = (p: NoticeParams['money_taken_back']) =>
  p.owed === 0
    ? ''
    : p.pending
      ? ` Bạn còn nợ ${of(p, p.owed)} trong số đó. ${of(p, p.pending)} của khoản nợ vẫn đang chờ bạn nhận; khi nhận, số tiền đó trả khoản nợ này.` +
        (p.owed === p.pending ? '' : ' Tiền khác vào ví đó sẽ trả phần còn lại trước.')
      : ` Số tiền đó không còn đủ trong ví ấy, nên bạn còn nợ ${of(p, p.owed)}. Tiền vào ví đó lần tới sẽ trả khoản này trước.`

const growth = (p: NoticeParams['money_taken_back']) =>
  p.growth === undefined ? '' : ` ${p.growth} điểm cấp cũng bị thu hồi theo. Cấp của bạn giữ nguyên.`

const refunded = (p: NoticeParams['money_taken_back']) =>
  p.refunded === undefined
    ? ''
    : (p.refunded.recharge.amount === 0
        ? ''
        : ` Với đơn hàng đã hủy, thêm ${of(p, p.refunded.recharge.amount)} đã về lại ví nạp tiền của bạn.${paid({ ...p, ...p.refunded.recharge })}`) +
      (p.refunded.income.amount === 0
        ? ''
        : ` Với đơn hàng đã hủy, thêm ${of(p, p.refunded.income.amount)} đã về lại ví thu nhập của bạn.${paid({ ...p, ...p.refunded.income })}`)

export const vi: Catalogue = {
  topup_received: (p) => ({
    title: 'Đã nhận tiền nạp',
    line: `${amount(p)} đã vào ví nạp tiền của bạn.${paid(p)}`,
    push: 'Tiền đã vào ví nạp tiền của bạn.',
  }),
  topup_under_review: (p) => ({
    title: 'Khoản tiền đang được xem xét',
    line: `Có khoản tiền ${amount(p)} được báo gửi cho bạn. Chúng tôi kiểm tra các khoản lớn trước khi ghi có và sẽ báo kết quả cho bạn.`,
    push: 'Một khoản tiền lớn đang được kiểm tra trước khi ghi có.',
  }),
  topup_declined: (p) => ({
    title: 'Khoản tiền không được ghi có',
    line: `${amount(p)} không được ghi có vào ví của bạn: ${p.reason}`,
    push: 'Mở ứng dụng để xem lý do.',
  }),
  money_taken_back: (p) => ({
    title: 'Tiền bị thu hồi',
    line: `${amount(p)} đã được thu hồi từ bạn: ${asSentence(p.reason)}` + owes(p) + growth(p) + refunded(p),
    push: 'Mở ví để xem lý do.',
  }),
  money_given_back: (p) => ({
    title: 'Tiền được trả lại',
    line: `${amount(p)} đã thu hồi từ bạn nay về lại ví nạp tiền của bạn: ${asSentence(p.reason)}${paid(p)}`,
    push: 'Mở ví để xem lý do.',
  }),
  order_paid: (p) => ({
    title: 'Đã thanh toán đơn hàng',
    line: `${p.quantity} suất ${p.product} đã thuộc về bạn và bắt đầu sinh thu nhập.`,
    push: `Suất ${p.product} đã thuộc về bạn và bắt đầu sinh thu nhập.`,
  }),
  order_cancelled: (p) => ({
    title: 'Đã hủy đơn hàng',
    line:
      p.amount === 0
        ? `Đơn hàng ${p.product} của bạn đã được hủy. Không có khoản nào phải hoàn lại.`
        : `${amount(p)} trả cho ${p.product} đã về lại ví ban đầu.${paid(p)}`,
    push: p.amount === 0 ? 'Không có khoản nào phải hoàn lại.' : 'Khoản thanh toán đã về lại ví ban đầu.',
  }),
  income_settled: (p) => ({
    title: 'Đã chia thu nhập',
    line:
      p.paidOn === undefined
        ? p.hasEnded
          ? `Các suất hết kỳ hạn vào ngày ${day(p.day)} đã kiếm được ${amount(p)} kể từ lần chia trước. Sẵn sàng để nhận.`
          : `Máy của bạn đã kiếm được ${amount(p)} vào ngày ${day(p.day)}. Sẵn sàng để nhận.`
        : p.hasEnded
          ? `Các suất đã hết kỳ hạn kiếm được ${amount(p)} kể từ lần chia trước. Đã chia vào ngày ${day(p.paidOn)}. Sẵn sàng để nhận.`
          : `Thu nhập ${amount(p)} từ máy của bạn đã được chia vào ngày ${day(p.paidOn)}. Sẵn sàng để nhận.`,
    push: 'Máy của bạn đã có thu nhập. Sẵn sàng để nhận.',
  }),
  points_order_shipped: (p) => ({
    title: 'Bưu kiện đã gửi đi',
    line: `${localized('vi', p.goods)} đã được gửi đi.`,
  }),
  points_order_refunded: (p) => ({
    title: 'Đã hoàn điểm',
    line: `${p.points} xu vàng của ${localized('vi', p.goods)} đã trở lại với bạn.`,
    push: 'Xu vàng đã trở lại với bạn.',
  }),
  machine_stopped: (p) => ({
    title: 'Máy đã dừng',
    line: `${p.product} đang tạm dừng hoặc hỏng. Máy không sinh thu nhập cho đến khi chạy lại.`,
  }),
  machine_running: (p) => ({ title: 'Máy đã chạy lại', line: `${p.product} đã chạy lại và sinh thu nhập.` }),
  machine_closed: (p) => ({
    title: 'Máy đã đóng',
    line:
      `${p.product} đã đóng vĩnh viễn và các suất của máy đã kết thúc.` +
      (p.ended === 0 ? '' : ' Thu nhập đến lúc đó được chia trong vòng hai giờ.') +
      (p.amount === 0 ? '' : ` ${amount(p)} đã về lại ví ban đầu.${paid(p)}`) +
      ` Lý do: ${p.reason}`,
    push: 'Một máy mà bạn có suất đã đóng vĩnh viễn. Mở ứng dụng để xem lý do và số tiền bạn nhận lại.',
  }),
  unit_expired: (p) => ({
    title: 'Hết kỳ hạn',
    line: `${p.units} suất ${p.product} của bạn đã hết kỳ hạn. Thu nhập cuối cùng đã được chia.`,
    push: `Suất ${p.product} của bạn đã hết kỳ hạn. Thu nhập cuối cùng đã được chia.`,
  }),
  deposit_matured: (p) => ({
    title: 'Khoản gửi đã đáo hạn',
    line: `${amount(p)} đã về lại ví ban đầu, và tiền lãi ${of(p, p.interest)} đã vào ví thu nhập của bạn.${paid(p)}`,
    push: 'Tiền gốc và lãi đã vào ví của bạn.',
  }),
  withdrawal_requested: (p) => ({
    title: 'Đã yêu cầu rút tiền',
    line: `Lệnh rút ${amount(p)} về ${p.card} đang được kiểm tra.`,
    push: 'Yêu cầu của bạn đang được kiểm tra.',
  }),
  withdrawal_approved: (p) => ({
    title: 'Lệnh rút đã được duyệt',
    line: `${amount(p)} về ${p.card} sắp được gửi đi.`,
    push: 'Tiền sắp được gửi đi.',
  }),
  withdrawal_sent: (p) => ({
    title: 'Đã gửi tiền rút',
    line: `${amount(p)} đã được gửi đến ${p.card}.`,
    push: 'Ngân hàng đang chuyển tiền về thẻ của bạn.',
  }),
  withdrawal_arrived: (p) => ({
    title: 'Tiền rút đã đến',
    line: `${amount(p)} đã đến ${p.card}.`,
    push: 'Tiền đã đến thẻ của bạn.',
  }),
  withdrawal_returned: (p) => ({
    title: 'Tiền rút được hoàn lại',
    line: `Toàn bộ ${amount(p)} đã về lại ví thu nhập của bạn: ${returnReasonIn('vi', p.reason)}${paid(p)}`,
    push: 'Toàn bộ số tiền đã về lại ví thu nhập của bạn.',
  }),
  contract_approved: (p) => ({
    title: 'Hợp đồng được duyệt',
    line: `Hợp đồng của bạn đã được xem xét và phê duyệt.${p.firstPaidOn ? ` Tuần đầu tiên được trả lương theo hợp đồng này bắt đầu ngày ${day(p.firstPaidOn)}.` : ''}`,
  }),
  contract_returned: (p) => ({
    title: 'Hợp đồng bị trả lại',
    line: `Hợp đồng của bạn đã được xem xét và trả lại: ${p.remark}`,
    push: 'Hợp đồng của bạn đã được xem xét và trả lại.',
  }),
  contract_ended: (p) => ({
    title: 'Hợp đồng của bạn kết thúc',
    line: [
      `Ngày cuối cùng của hợp đồng là ${day(p.day)}.`,
      p.isPaid === false
        ? 'Trước ngày đó không có tuần trọn vẹn nào, nên không có tuần nào được trả lương.'
        : 'Mỗi tuần trọn vẹn cho đến ngày đó đều được trả lương.',
      p.nextOn ? `Bản cập nhật đã được duyệt được trả lương từ ngày ${day(p.nextOn)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  pool_won: (p) => ({
    title: 'Một phần của quỹ thưởng',
    line: `${p.points} xu vàng của vòng đã đóng đã sẵn sàng để nhận.`,
    push: 'Phần của bạn trong quỹ thưởng đã sẵn sàng để nhận.',
  }),
  pay_ready: (p) => ({
    title: 'Lương đã sẵn sàng',
    line: `Khoản lương ${amount(p)} của bạn đã sẵn sàng để nhận.`,
    push: 'Lương của bạn đã sẵn sàng để nhận.',
  }),
  phone_changed: (p) => ({
    title: 'Đã đổi số điện thoại',
    line: `Giờ bạn đăng nhập bằng ${p.phone}. Nếu không phải bạn, hãy liên hệ bộ phận hỗ trợ ngay.`,
    push: 'Giờ bạn đăng nhập bằng số điện thoại khác.',
  }),
  new_device: () => ({
    title: 'Thiết bị mới',
    line: 'Tài khoản của bạn vừa đăng nhập trên thiết bị mới. Nếu không phải bạn, hãy đăng xuất thiết bị đó trong ứng dụng và đổi mật khẩu ngay.',
    push: 'Tài khoản của bạn vừa đăng nhập trên thiết bị mới.',
  }),
  password_changed: () => ({
    title: 'Đã đổi mật khẩu',
    line: 'Mật khẩu đăng nhập của bạn đã được đổi. Nếu không phải bạn, hãy đặt lại mật khẩu bằng mã và liên hệ bộ phận hỗ trợ ngay.',
    push: 'Mật khẩu đăng nhập của bạn đã được đổi.',
  }),
  transaction_password_changed: () => ({
    title: 'Đã đổi mật khẩu giao dịch',
    line: 'Mật khẩu giao dịch của bạn đã được đặt hoặc đổi. Nếu không phải bạn, hãy đặt lại mật khẩu bằng mã và liên hệ bộ phận hỗ trợ ngay.',
    push: 'Mật khẩu giao dịch của bạn đã được đặt hoặc đổi.',
  }),
  card_added: () => ({
    title: 'Đã thêm thẻ',
    line: 'Một thẻ ngân hàng đã được thêm vào tài khoản của bạn. Nếu không phải bạn, hãy đặt lại mật khẩu bằng mã và liên hệ bộ phận hỗ trợ ngay.',
    push: 'Một thẻ ngân hàng đã được thêm vào tài khoản của bạn.',
  }),
  card_billed: (p) => ({
    title: 'Hóa đơn thẻ',
    line: p.isFee
      ? `Phí thường niên ${amount(p)} cho thẻ ${p.card} của bạn đến hạn vào ngày ${day(p.day)}. Bạn có thể thanh toán từ ví.`
      : `Hóa đơn ${amount(p)} cho thẻ ${p.card} của bạn đến hạn vào ngày ${day(p.day)}. Bạn có thể thanh toán từ ví.${p.what ? ` Nội dung: ${p.what}.` : ''}`,
    push: 'Thẻ của bạn có một hóa đơn cần thanh toán.',
  }),
  card_bill_waived: (p) => ({
    title: 'Hóa đơn thẻ được miễn',
    line: p.isFee
      ? `Bạn không phải trả phí thường niên ${amount(p)} cho thẻ ${p.card} của bạn nữa: ${p.reason}`
      : `Bạn không phải trả hóa đơn ${amount(p)} cho thẻ ${p.card} của bạn${p.what ? ` (${p.what})` : ''} nữa: ${p.reason}`,
    push: 'Có một hóa đơn thẻ mà bạn không phải trả nữa. Mở ứng dụng để xem lý do.',
  }),
  card_fee_raised: (p) => ({
    title: 'Phí thường niên của thẻ',
    line: `Thẻ ${p.card} của bạn có phí ${amount(p)} một năm kể từ ngày ${day(p.day)}. Nếu không muốn trả, hãy gỡ thẻ trước ngày đó: phí này sẽ không bị tính.`,
    push: 'Phí thường niên của thẻ tăng lên.',
  }),
  passkey_added: () => ({
    title: 'Đã thêm khóa truy cập',
    line: 'Một khóa truy cập đã được thêm vào tài khoản của bạn. Nếu không phải bạn, hãy đặt lại mật khẩu bằng mã và liên hệ bộ phận hỗ trợ ngay.',
    push: 'Một khóa truy cập đã được thêm vào tài khoản của bạn.',
  }),
  level_reached: (p) => ({
    title: 'Đã đạt cấp',
    line: `Bạn đã đạt cấp ${p.level} và nhận được ${p.points} xu vàng.`,
    push: 'Bạn đã đạt cấp mới và nhận được xu vàng.',
  }),
  invited_registered: (p) => ({
    title: 'Có người tham gia bằng mã của bạn',
    line: `${p.name} đã đăng ký. ${p.goldCoins} xu vàng đã sẵn sàng để nhận.`,
    push: 'Xu vàng của bạn đã sẵn sàng để nhận.',
  }),
  article_published: (p) => ({ title: 'Tin tức', line: localized('vi', p.titles) }),
  server_restored: (p) => ({
    title: 'Máy chủ đã được khôi phục',
    line: `Chúng tôi đã khôi phục máy chủ về trạng thái ngày ${day(p.day)} lúc ${p.time} UTC. Những gì bạn làm sau đó có thể bị mất. Hãy kiểm tra ví, đơn hàng và lệnh rút của bạn.`,
    push: 'Việc bạn làm gần đây có thể bị mất. Mở ứng dụng để kiểm tra.',
  }),
  terms_changed: (p) => ({ title: 'Điều khoản đã thay đổi', line: `Đọc điểm mới: ${localized('vi', p.titles)}` }),
}
